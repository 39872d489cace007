export { InvalidBackupError } from "./backup-format.ts";
export { makeBackup } from "./make-backup.ts";
export { DatabaseNotEmptyError, restoreBackup } from "./restore-backup.ts";
