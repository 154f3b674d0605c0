import { StorageModule } from '@tuffet/core';

interface UserInfo {
  hasSigned: boolean;
}

new StorageModule<UserInfo>('user', 'local');
