import type { Initial } from '@tuffet/shared';

type Settings = { theme: string; nickname?: string };
const initial: Initial<Settings> = { theme: 'light', nickname: 'Ada' }; // [!code error]
