import { type ErrorHandler, StorageModule } from '@tuffet/core';

localStorage.setItem('settings', 'half an en');

const settings = new StorageModule<{ theme: string }>('settings', 'local');
const tell: ErrorHandler = (error) => console.log(error.code, error.raw);
settings.getHelper().setErrorHandler(tell);

console.log(settings.getItem('theme'));
