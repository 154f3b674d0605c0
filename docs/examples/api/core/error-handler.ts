import { type ErrorHandler, StorageModule } from '@tuffet/core';

localStorage.setItem('settings', 'not JSON');

const settings = new StorageModule<{ theme: string }>('settings', 'local');
const logError: ErrorHandler = (error) => console.log(error.code, error.raw);
settings.getHelper().setErrorHandler(logError);

console.log(settings.getItem('theme'));
