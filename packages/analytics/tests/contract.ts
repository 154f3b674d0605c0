import { parse } from 'smol-toml';
import text from '../../../contracts/analytics.toml?raw';

export type OperationName = 'createRecord' | 'updateRecord' | 'createAction' | 'updateAction';

interface Contract {
  request: {
    method: string;
    path: string;
    content_type: string;
    credentials: { ignore_own_visits: string; otherwise: string };
  };
  operations: { name: OperationName; document: string; variables: object; answer: object }[];
  record_fields: { name: string; mode: 'always' | 'detailed'; type: 'text' | 'number' }[];
  skipped: {
    hosts: string[];
    bots: string[];
    owner_id: string;
    warnings: { localhost: string; bot: string; owner: string };
  };
  constants: { update_interval_ms: number };
  faults: { name: string; status: number; body: string; message: string }[];
}

export const contract = parse(text) as unknown as Contract;
