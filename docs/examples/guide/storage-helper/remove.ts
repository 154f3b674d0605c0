import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

const { theme, nickname } = useStorage(settings);
const show = () => console.log(localStorage.getItem('settings'));

nickname.set('Ada');
nickname.reset(); // it has no initial value, so it is removed
show();

settings.storageModule.removeItem('theme'); // core does what it is told
show();
console.log(theme.get(), theme.exist());
