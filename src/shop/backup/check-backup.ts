import { stat } from "node:fs/promises";
import type { CommandProgress } from "#shop/kernel/admin/admin-socket.ts";
import {
  type Migration,
  type RepeatableScript,
  readMigrations,
  readRepeatableScripts,
} from "#shop/kernel/db/migrate.ts";
import { damaged, type Foot, type Head, InvalidBackupError } from "./backup-format.ts";
import { readBackup } from "./read-backup.ts";

/** A backup's head, and the migrations needed to restore it. */
export interface RestorePlan {
  head: Head;
  foot: Foot;
  /** migrations of the backup's schema version */
  before: Migration[];
  /** newer migrations */
  since: Migration[];
  /** run after them */
  scripts: RepeatableScript[];
}

/** @throws InvalidBackupError for rows of another program */
function splitMigrations(migrations: readonly Migration[], head: Head): Pick<RestorePlan, "before" | "since"> {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  const newer = head.migrations.filter(({ number }) => !known.has(number));
  if (newer.length > 0) {
    throw new InvalidBackupError(
      `The file was made by a newer version of the shop (${newer.map(({ name }) => name).join(", ")}): install that one, and restore with it.`,
    );
  }
  const other = head.migrations.filter(({ number, checksum }) => known.get(number)?.checksum !== checksum);
  if (other.length > 0) {
    throw new InvalidBackupError(
      `The file is of another version of the shop: ${other.map(({ name }) => name).join(", ")} is not the same here.`,
    );
  }
  const had = new Set(head.migrations.map(({ number }) => number));
  return {
    before: migrations.filter(({ number }) => had.has(number)),
    since: migrations.filter(({ number }) => !had.has(number)),
  };
}

/** Reads the whole file before anything is changed. @throws InvalidBackupError */
export async function checkBackup(
  path: string,
  progress: ((step: CommandProgress) => void) | undefined,
): Promise<RestorePlan> {
  const { size } = await stat(path);
  const migrations = await readMigrations();
  const parts: Partial<RestorePlan> = { scripts: await readRepeatableScripts() };
  const rows: Record<string, number> = {};
  let files = 0;
  const foot = await readBackup(path, {
    head: (head) => void Object.assign(parts, { head, ...splitMigrations(migrations, head) }),
    content: (content) => {
      if (content.kind === "file") files++;
      else rows[content.table] = (rows[content.table] ?? 0) + content.count;
    },
    progress: (done) => progress?.({ what: "checking", done, total: size }),
  });
  const differs = Object.keys({ ...rows, ...foot.rows }).some((name) => (rows[name] ?? 0) !== (foot.rows[name] ?? 0));
  if (differs || files !== foot.files) throw damaged();
  return { ...(parts as Omit<RestorePlan, "foot">), foot };
}
