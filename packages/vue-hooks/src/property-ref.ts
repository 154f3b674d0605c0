import { type Store, valueIn } from '@tuffet/hooks/adapter';
import type { Ref } from 'vue';
import { createDraft } from './draft.ts';
import { customRef, shownEntry } from './hydration.ts';

/** Creates the ref of one property. It outlives components: it isn't bound to their effect scopes. */
export function createPropertyRef(store: Store, name: string): Ref<unknown> {
  return customRef((track, trigger) => {
    /** The value that the draft was created from. */
    let stored: unknown;
    let draft: unknown;
    let isCommitting: boolean | undefined;
    store.subscribe(trigger, name);

    function get(): unknown {
      track();
      const value = valueIn(store, name, shownEntry(store));
      if (value !== stored && !isCommitting) {
        stored = value;
        draft = createDraft(value, track, () => set(draft));
      }
      return draft;
    }

    function set(value: unknown): void {
      let isDone: boolean | undefined;
      isCommitting = value === draft;
      try {
        isDone = store.commit({ [name]: value });
      } finally {
        // After a failed write the next read creates a new draft: NaN is equal to nothing.
        if (isCommitting) stored = isDone ? store.read().get(name)?.value : Number.NaN;
        isCommitting = false;
        // An input may show the value that wasn't stored.
        if (!isDone) trigger();
      }
    }

    return { get, set };
  });
}
