import { formatDate } from "#contract/dates.ts";
import { makeBackup, NotABackup, NotEmpty, restoreBackup } from "#shop/backup/index.ts";
import { type CommandContext, CommandError, type CommandGroup } from "./command.ts";
import { fileProblem, fromCaller } from "./file-names.ts";

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const withoutPictures = (lost: number, dataDir: string): string =>
  `${counted(lost, "picture")} of the shop's ${lost === 1 ? "has" : "have"} no files in ${dataDir}/media: is DATA_DIR the shop's?`;

async function backUp(context: CommandContext, path: string): Promise<void> {
  const { out, err, config } = context;
  const { rows, files, lost } = await makeBackup(context, path).catch((error: unknown) => {
    throw fileProblem(path, error);
  });
  if (lost > 0) err(withoutPictures(lost, config.dataDir));
  out(`${counted(rows, "row")} and ${counted(files, "picture file")} are in ${path}.`);
  out("It holds customers' data: keep it where nobody else reads it. APP_SECRET is not in it: keep that apart.");
}

async function restore(context: CommandContext, path: string, replace: boolean): Promise<void> {
  const { out, err, config } = context;
  const restored = await restoreBackup(context, path, { replace }).catch((error: unknown) => {
    if (error instanceof NotABackup) throw new CommandError(`${path}: ${error.message}`);
    if (error instanceof NotEmpty) {
      throw new CommandError(
        `The database is not empty (${error.message}). Restore into an empty one, or, if what is there may be lost, with --replace.`,
      );
    }
    throw fileProblem(path, error);
  });
  const { madeAt, rows, files, migrated, sameSecret, lost, waiting } = restored;
  out(`The shop is as it was on ${formatDate(madeAt)}: ${counted(rows, "row")}, ${counted(files, "picture file")}.`);
  for (const name of migrated) out(`applied ${name}`);
  if (waiting > 0)
    out(`${counted(waiting, "letter or other job", "letters and other jobs")} waited then, and will be done now.`);
  if (lost > 0) err(withoutPictures(lost, config.dataDir));
  if (!sameSecret) {
    err(
      "APP_SECRET is not the one that the backup was made under: merchants' keys, webhooks and letters with a link do not work until it is. Set it, and start the shop anew.",
    );
  }
}

/** `backup` and `restore`. */
export const backupCommands: CommandGroup = (program, carryOut) => {
  program
    .command("backup <file>")
    .description("all that the shop has, pictures too, in one file, as it is at one moment; see docs/operations.md")
    .action((file: string) => {
      const path = fromCaller(file);
      return carryOut((context) => backUp(context, path), ["backup", path]);
    });
  program
    .command("restore <file>")
    .description("make an empty database what it was when the backup was made, whichever kind of database that was")
    .option("--replace", "also where there is something, which is lost")
    .action((file: string, { replace = false }: { replace?: boolean }) => {
      const path = fromCaller(file);
      const argv = ["restore", path, ...(replace ? ["--replace"] : [])];
      return carryOut((context) => restore(context, path, replace), argv);
    });
};
