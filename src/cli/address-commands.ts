import { readFile } from "node:fs/promises";
import { type DatasetUpdate, InvalidDatasetError, updateDataset } from "#shop/addresses/index.ts";
import { type CommandContext, CommandError, type CommandGroup } from "./command.ts";
import { fileProblem, fromCaller } from "./file-names.ts";

interface UpdateCommandOptions {
  dryRun?: boolean;
  older?: boolean;
}

function printUpdate({ out }: CommandContext, { from, to, changes }: DatasetUpdate, dryRun: boolean): void {
  for (const { code, name } of changes.added) out(`added    ${code}  ${name}`);
  for (const { code, before, after } of changes.renamed) out(`renamed  ${code}  ${before} → ${after}`);
  for (const { code, before, after } of changes.changed) out(`changed  ${code}  ${before} → ${after}`);
  for (const { code, name } of changes.removed) out(`removed  ${code}  ${name}`);
  const { added, renamed, changed, removed } = changes;
  const counts = `${added.length} added, ${renamed.length} renamed, ${changed.length} changed, ${removed.length} removed`;
  out(`${counts}. ${dryRun ? "Nothing was written" : "The units are in use"}: version ${to}, before ${from}.`);
}

async function update(context: CommandContext, path: string, options: UpdateCommandOptions): Promise<void> {
  const { dryRun = false, older: allowOlder = false } = options;
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw fileProblem(path, error);
  });
  try {
    const updated = await updateDataset(context.db, text, { now: context.clock.now(), dryRun, allowOlder });
    printUpdate(context, updated, dryRun);
  } catch (error) {
    throw error instanceof InvalidDatasetError ? new CommandError(`${path}: ${error.message}.`) : error;
  }
}

/** `addresses`: the administrative units. */
export const addressCommands: CommandGroup = (program, carryOut) => {
  program
    .command("addresses")
    .description("provinces and wards")
    .command("update <file>")
    .description("replace the provinces and wards since July 2025, see src/shop/addresses/data/README.md")
    .option("--dry-run", "write nothing, only print the changes")
    .option("--older", "accept units that are valid from an earlier date, to undo an update")
    .action((file: string, options: UpdateCommandOptions) => {
      const path = fromCaller(file);
      const argv = [
        "addresses",
        "update",
        path,
        ...(options.dryRun ? ["--dry-run"] : []),
        ...(options.older ? ["--older"] : []),
      ];
      return carryOut((context) => update(context, path, options), argv);
    });
};
