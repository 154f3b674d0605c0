import { type Store, valueIn } from '@tuffet/hooks/adapter';
import { customRef, type Ref } from 'vue';
import { createDraft } from './draft.ts';
import { shownEntry } from './hydration.ts';

/** The ref of one property. Nothing in it belongs to a component, so none takes it along. */
export function createPropertyRef(store: Store, name: string): Ref<unknown> {
  return customRef((track, trigger) => {
    /** What the draft was made from. */
    let stored: unknown;
    let draft: unknown;
    let isCommitting = false;
    store.subscribe(trigger, name);

    function get(): unknown {
      track();
      const value = valueIn(shownEntry(store), name, store.getInitial());
      if (value !== stored && !isCommitting) {
        stored = value;
        draft = createDraft(value, track, () => set(draft));
      }
      return draft;
    }

    function set(value: unknown): void {
      let isDone = false;
      isCommitting = value === draft;
      try {
        isDone = store.commit({ [name]: value });
      } finally {
        // The draft now is what is stored; or, refused, is worth as much as NaN: equal to nothing.
        if (isCommitting) stored = isDone ? store.read().get(name)?.value : Number.NaN;
        isCommitting = false;
        // An input may show what was refused.
        if (!isDone) trigger();
      }
    }

    return { get, set };
  });
}
