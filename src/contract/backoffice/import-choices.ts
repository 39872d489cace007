/** States of an import; `stopped`: its task ended before its time, and it can be continued. */
export const importStates = [
  "uploaded",
  "checking",
  "checked",
  "writing",
  "written",
  "reverting",
  "reverted",
  "stopped",
] as const;
export type ImportState = (typeof importStates)[number];

/** What becomes of a line. Skipped: the shop has it already. */
export const lineResults = ["created", "updated", "skipped", "failed"] as const;
export type LineResult = (typeof lineResults)[number];

/** The largest file, in bytes, and the number of its lines. */
export const maxImportBytes = 20 * 1024 * 1024;
export const maxImportLines = 20_000;

/** Number of days for which an import can be reverted. */
export const revertDays = 7;
