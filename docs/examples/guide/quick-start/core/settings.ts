import { StorageModule, StorageType } from '@tuffet/core';

type Settings = { theme: 'light' | 'dark' };

export const settings = new StorageModule<Settings>('settings', StorageType.LOCAL);
export const getTheme = () => settings.getItem('theme') ?? 'light';
