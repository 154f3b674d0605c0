import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

const { theme, nickname } = useStorage(settings);
const printEntry = () => console.log(localStorage.getItem('settings'));

nickname.set('Ada');
nickname.reset(); // has no initial value, so it is removed
printEntry();

settings.storageModule.removeItem('theme'); // the core allows it
printEntry();
console.log(theme.get(), theme.exist());
