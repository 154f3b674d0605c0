import { createSessionStorage, useStorage } from '@tuffet/vue-hooks';
import { watch } from 'vue';

type Draft = { title: string };
const draft = createSessionStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { title: '' },
});

const { title } = useStorage(draft).refs;
watch(title, (now) => console.log('title is', now), { flush: 'sync' });
title.value = 'Dear Ada';
