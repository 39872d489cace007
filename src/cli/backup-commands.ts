import { formatDate } from "#contract/dates.ts";
import { makeBackup, InvalidBackupError, DatabaseNotEmptyError, restoreBackup } from "#shop/backup/index.ts";
import { type CommandContext, CommandError, type CommandGroup } from "./command.ts";
import { fileProblem, fromCaller } from "./file-names.ts";

const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const missingPictures = (lost: number, dataDir: string): string =>
  `${countOf(lost, "picture")} of the shop ${lost === 1 ? "has" : "have"} no files in ${dataDir}/media. Check DATA_DIR.`;

async function backUp(context: CommandContext, path: string): Promise<void> {
  const { out, err, config } = context;
  const { rows, files, lost } = await makeBackup(context, path).catch((error: unknown) => {
    throw fileProblem(path, error);
  });
  if (lost > 0) err(missingPictures(lost, config.dataDir));
  out(`${countOf(rows, "row")} and ${countOf(files, "picture file")} are in ${path}.`);
  out(
    "It contains customers' data: store it where only you can read it. APP_SECRET is not in it: store that separately.",
  );
}

async function restore(context: CommandContext, path: string, replace: boolean): Promise<void> {
  const { out, err, config } = context;
  const restored = await restoreBackup(context, path, { replace }).catch((error: unknown) => {
    if (error instanceof InvalidBackupError) throw new CommandError(`${path}: ${error.message}`);
    if (error instanceof DatabaseNotEmptyError) {
      throw new CommandError(
        `The database is not empty (${error.message}). Restore into an empty one, or add --replace to overwrite its data.`,
      );
    }
    throw fileProblem(path, error);
  });
  const { madeAt, rows, files, migrated, sameSecret, lost, waiting } = restored;
  out(`Restored the backup of ${formatDate(madeAt)}: ${countOf(rows, "row")}, ${countOf(files, "picture file")}.`);
  for (const name of migrated) out(`applied ${name}`);
  if (waiting > 0)
    out(`${countOf(waiting, "email or other job", "emails and other jobs")} queued at that time will run now.`);
  if (lost > 0) err(missingPictures(lost, config.dataDir));
  if (!sameSecret) {
    err(
      "APP_SECRET is not the one that the backup was made with: merchants' keys, webhooks and emails with links fail until it is set. Set it, and restart the shop.",
    );
  }
}

/** `backup` and `restore`. */
export const backupCommands: CommandGroup = (program, carryOut) => {
  program
    .command("backup <file>")
    .description("write everything, pictures included, into one consistent backup file; see docs/operations.md")
    .action((file: string) => {
      const path = fromCaller(file);
      return carryOut((context) => backUp(context, path), ["backup", path]);
    });
  program
    .command("restore <file>")
    .description("restore a backup into an empty database, from either kind of database")
    .option("--replace", "overwrite existing data")
    .action((file: string, { replace = false }: { replace?: boolean }) => {
      const path = fromCaller(file);
      const argv = ["restore", path, ...(replace ? ["--replace"] : [])];
      return carryOut((context) => restore(context, path, replace), argv);
    });
};
