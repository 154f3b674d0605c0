import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Greeting = { name: string };
const greeting = createLocalStorage<Greeting>({
  storageModuleKey: 'greeting',
  initial: { name: 'Ada' },
});

const { name } = useStorage(greeting);
const input = document.createElement('input');
const text = document.createElement('p');
const show = () => {
  input.value = name.get();
  text.textContent = `Hello, ${name.get()}!`;
};
input.ariaLabel = 'Name';
input.oninput = () => name.set(input.value);
name.subscribe(show);
show();
document.body.append(input, text);
