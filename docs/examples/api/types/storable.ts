import type { NotStorable, Storable } from '@tuffet/shared';

const plain: Storable<{ tags: string[] }> = { tags: ['tea'] };

type DateReason =
  Storable<Date> extends NotStorable<infer Reason> ? Reason : never;
const reason: DateReason =
  'A Date becomes a string: store a string or a number';
