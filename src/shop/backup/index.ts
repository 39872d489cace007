export { NotABackup } from "./backup-format.ts";
export { makeBackup } from "./make-backup.ts";
export { NotEmpty, restoreBackup } from "./restore-backup.ts";
