import { StorageModule, StorageType } from '@tuffet/core';

type Settings = { theme: 'light' | 'dark'; nickname?: string };

export const settings = new StorageModule<Settings>('settings', StorageType.LOCAL);
