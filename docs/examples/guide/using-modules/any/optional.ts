import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

const { nickname } = useStorage(settings);

console.log(nickname.get(), nickname.exist());

nickname.set('Ada');
console.log(nickname.get(), nickname.exist());

nickname.set(undefined);
console.log(nickname.get(), nickname.exist());
