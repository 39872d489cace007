import { stat } from "node:fs/promises";
import type { CommandProgress } from "#shop/kernel/admin/admin-socket.ts";
import {
  type Migration,
  type RepeatableScript,
  readMigrations,
  readRepeatableScripts,
} from "#shop/kernel/db/migrate.ts";
import { damaged, type Footer, type Header, InvalidBackupError } from "./backup-format.ts";
import { readBackup } from "./read-backup.ts";

/** A backup's header, and the migrations needed to restore it. */
export interface RestorePlan {
  header: Header;
  footer: Footer;
  /** migrations of the backup's schema version */
  before: Migration[];
  /** newer migrations */
  since: Migration[];
  /** run after them */
  scripts: RepeatableScript[];
}

/** @throws InvalidBackupError for rows of another program */
function splitMigrations(migrations: readonly Migration[], header: Header): Pick<RestorePlan, "before" | "since"> {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  const newer = header.migrations.filter(({ number }) => !known.has(number));
  if (newer.length > 0) {
    throw new InvalidBackupError(
      `The file was made by a newer version of the shop (${newer.map(({ name }) => name).join(", ")}): install that one, and restore with it.`,
    );
  }
  const other = header.migrations.filter(({ number, checksum }) => known.get(number)?.checksum !== checksum);
  if (other.length > 0) {
    throw new InvalidBackupError(
      `The file is of another version of the shop: ${other.map(({ name }) => name).join(", ")} is not the same here.`,
    );
  }
  const had = new Set(header.migrations.map(({ number }) => number));
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
  const footer = await readBackup(path, {
    header: (header) => void Object.assign(parts, { header, ...splitMigrations(migrations, header) }),
    content: (content) => {
      if (content.kind === "file") files++;
      else rows[content.table] = (rows[content.table] ?? 0) + content.count;
    },
    progress: (done) => progress?.({ what: "checking", done, total: size }),
  });
  const differs = Object.keys({ ...rows, ...footer.rows }).some(
    (name) => (rows[name] ?? 0) !== (footer.rows[name] ?? 0),
  );
  if (differs || files !== footer.files) throw damaged();
  return { ...(parts as Omit<RestorePlan, "footer">), footer };
}
