export { type Backup, type Backups, backupsOf, erase } from '@tuffet/core/backups';
