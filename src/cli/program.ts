import { Command, CommanderError } from "commander";
import type { Output } from "#shop/kernel/admin/admin-socket.ts";
import { recordAuditEvent, runAsActor } from "#shop/kernel/db/audit.ts";
import { addressCommands } from "./address-commands.ts";
import { auditCommands } from "./audit-commands.ts";
import { backupCommands } from "./backup-commands.ts";
import { type CarryOut, type CommandContext, CommandError } from "./command.ts";
import { currencyCommands } from "./currency-commands.ts";
import { databaseCommands } from "./database-commands.ts";
import { demoCommands } from "./demo-commands.ts";
import { jobCommands } from "./job-commands.ts";
import { keyCommands } from "./key-commands.ts";
import { orderCommands } from "./order-list-commands.ts";
import { parcelCommands } from "./parcel-commands.ts";
import { paymentCommands } from "./payments/payment-commands.ts";
import { productFileCommands } from "./product-file-commands.ts";
import { settingsCommands } from "./settings-commands.ts";
import { staffCommands } from "./staff-commands.ts";
import { promiseCommands } from "./promise-commands.ts";
import { stockCommands } from "./stock-commands.ts";
import { userCommands } from "./user-commands.ts";

const groups = [
  databaseCommands,
  demoCommands,
  backupCommands,
  keyCommands,
  currencyCommands,
  settingsCommands,
  orderCommands,
  userCommands,
  staffCommands,
  paymentCommands,
  parcelCommands,
  jobCommands,
  productFileCommands,
  stockCommands,
  addressCommands,
  promiseCommands,
  auditCommands,
];

/** Commands that write nothing; all others are recorded in the audit log, together with their writes. */
const readOnlyCommands = /^(export|payments|parcels label|staff roles|stock (check|movements)|(\w+ )?list)$/;

/** `orders set-status` */
const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** Runs a command as the actor "command line". @param action "" for a read-only command */
async function runAudited(context: CommandContext, action: string, work: () => Promise<void>): Promise<void> {
  if (action === "") return work();
  await runAsActor({ name: "command line", address: null, action }, async () => {
    await work();
    await context.db.transaction((tx) => recordAuditEvent(tx, { operation: "done" }));
  });
}

const lines = (text: string): string[] => text.replace(/\n+$/, "").split("\n");

function programFor({ out, err }: Output, carryOut: CarryOut): Command {
  const program = new Command("shop")
    .description("The merchant's command line: npm run shop -- <command>")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => lines(text).forEach(out),
      writeErr: (text) => lines(text).forEach(err),
    });
  let action = "";
  program.hook("preAction", (_program, command) => {
    // a dry run writes nothing
    action =
      readOnlyCommands.test(nameOf(command)) || command.opts<{ dryRun?: boolean }>().dryRun ? "" : nameOf(command);
  });
  const carryOutAudited: CarryOut = (work, argv) =>
    carryOut((context) => runAudited(context, action, () => work(context)), argv);
  for (const group of groups) group(program, carryOutAudited);
  return program;
}

/**
 * Parses a command line and runs its command. Never throws.
 * @returns the exit code: 0, or 1 with the reason on `err`
 */
export async function interpret(argv: readonly string[], output: Output, carryOut: CarryOut): Promise<number> {
  try {
    await programFor(output, carryOut).parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    // commander has already printed its own errors
    if (error instanceof CommanderError) return error.exitCode;
    output.err(error instanceof CommandError ? error.message : `The command failed: ${reasonOf(error)}`);
    return 1;
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // an AggregateError for a connection refused on every address has an empty message
  const message = error.message || (error as NodeJS.ErrnoException).code || error.name;
  return error.cause ? `${message} (${reasonOf(error.cause)})` : message;
};

/** Runs one command in an open database. Never throws. @returns the exit code */
export const run = (argv: readonly string[], context: CommandContext): Promise<number> =>
  interpret(argv, context, (work) => work(context));
