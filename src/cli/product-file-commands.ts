import { open, rename, rm } from "node:fs/promises";
import { exportProducts, type ImportResult, importProducts, NotAProductFileError } from "#shop/catalog/csv/index.ts";
import { clusterSearchIndex } from "#shop/search/index.ts";
import { type CommandContext, CommandError, type CommandGroup } from "./command.ts";
import { fileProblem, fromCaller } from "./file-names.ts";
import { printReport, writeReport } from "./import-report.ts";

interface ImportCommandOptions {
  dryRun?: boolean;
  strict?: boolean;
  verbose?: boolean;
  report?: string;
}

const importProblem = (path: string, error: unknown): unknown =>
  error instanceof NotAProductFileError ? new CommandError(`${path}: ${error.message}`) : fileProblem(path, error);

async function importFile(context: CommandContext, path: string, options: ImportCommandOptions): Promise<void> {
  const { progress } = context;
  const { dryRun = false, strict = false, verbose = false, report } = options;
  if (report === path) throw new CommandError(`${path} is the imported file: name another one for the report.`);
  let imported: ImportResult;
  try {
    imported = await importProducts(context, path, {
      dryRun,
      strict,
      clusterSearchIndex,
      ...(progress ? { progress } : {}),
    });
  } catch (error) {
    throw importProblem(path, error);
  }
  // printed first: the products are already imported, even if the report file cannot be written
  const failed = printReport(context, imported, { dryRun, verbose });
  if (report) {
    await writeReport(report, imported).catch((error: unknown) => {
      throw fileProblem(report, error);
    });
  }
  if (failed > 0) {
    const outcome = dryRun ? "" : imported.written ? " The valid lines were imported." : " Nothing was written.";
    throw new CommandError(`${failed === 1 ? "1 line" : `${failed} lines`} cannot be imported.${outcome}`);
  }
}

const byteOrderMark = "\uFEFF";

/** Writes a temporary file and renames it, so that an incomplete file is never visible. */
async function exportFile({ db, config, progress, err }: CommandContext, path: string): Promise<void> {
  const partFile = `${path}.${process.pid}.part`;
  let products = 0;
  try {
    const file = await open(partFile, "w");
    try {
      await file.write(byteOrderMark);
      const onProgress = (step: { done: number; total: number }): void => {
        products = step.done;
        progress?.({ what: "exporting", ...step });
      };
      for await (const chunk of exportProducts(db, { publicUrl: config.publicUrl, progress: onProgress })) {
        await file.write(chunk);
      }
    } finally {
      await file.close();
    }
    await rename(partFile, path);
  } catch (error) {
    await rm(partFile, { force: true });
    throw fileProblem(path, error);
  }
  err(`${products === 1 ? "1 product is" : `${products} products are`} in ${path}.`);
}

async function printProducts({ db, config, out, waitForDrain: drained }: CommandContext): Promise<void> {
  for await (const chunk of exportProducts(db, config)) {
    for (const line of chunk.replace(/\n$/, "").split("\n")) out(line);
    await drained?.();
  }
}

/** `import` and `export`: product files in WooCommerce's columns. */
export const productFileCommands: CommandGroup = (program, carryOut) => {
  program
    .command("import <file>")
    .description("import products from a CSV file in WooCommerce's columns, see docs/import-export.md")
    .option("--dry-run", "write nothing, only report")
    .option("--strict", "write nothing unless every line is valid")
    .option("--report <file>", "write the result of each line into a CSV file")
    .option("--verbose", "print every line, not only the failed ones")
    .action((file: string, { report, ...options }: ImportCommandOptions) => {
      const path = fromCaller(file);
      const paths = report === undefined ? {} : { report: fromCaller(report) };
      const argv = [
        "import",
        path,
        ...Object.keys(options).map(flagOf),
        ...(paths.report ? ["--report", paths.report] : []),
      ];
      return carryOut((context) => importFile(context, path, { ...options, ...paths }), argv);
    });
  program
    .command("export [file]")
    .description("export all products as a CSV file in WooCommerce's columns, or to standard output")
    .action((file: string | undefined) => {
      if (file === undefined) return carryOut(printProducts);
      const path = fromCaller(file);
      return carryOut((context) => exportFile(context, path), ["export", path]);
    });
};

const flagOf = (option: string): string => `--${option === "dryRun" ? "dry-run" : option}`;
