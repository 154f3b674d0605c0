import { createSessionStorage, useStorage } from '@tuffet/vue-hooks';
import { watch } from 'vue';

type Draft = { title: string };
const draft = createSessionStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { title: '' },
});

const { title } = useStorage(draft).refs;
watch(title, (value) => console.log('title is', value), { flush: 'sync' });
title.value = 'Dear Ada';
