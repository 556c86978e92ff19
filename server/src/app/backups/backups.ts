export { streamBackup } from './archive.ts';
export type { BackupState } from './backup-jobs.ts';
export type { Manifest } from './manifest.ts';
export { restoreBackup, withBackupFolder } from './restore.ts';
export { type BackupPlace, takeBackup } from './take-backup.ts';
export { type VerifyResult, verifyBackup, verifyData } from './verify.ts';
