import { type Command, Option } from "commander";
import { allRoles, type Role } from "#contract/permissions.ts";
import { formatDate } from "#contract/dates.ts";
import { Email, SingleLine } from "#contract/field-schemas.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import {
  closeStaff,
  createStaffWithLink,
  EmailTakenError,
  findStaffByEmail,
  LastOwnerError,
  linkUrl,
  listRoles,
  listStaff,
  NoOwnRoleError,
  reopenStaff,
  resetStaff,
} from "#shop/staff/index.ts";
import { type CommandContext, CommandError, type CommandGroup } from "./command.ts";
import { printTable } from "./table.ts";

interface NewStaff {
  email: string;
  name: string;
  role: Role;
}

function printLink({ config, out }: CommandContext, token: string): void {
  out(`Link to choose a password, which works once and for 24 hours:`);
  out(linkUrl(config.backOfficeUrl, token));
}

async function create(context: CommandContext, { email, name, role }: NewStaff): Promise<void> {
  const { db, clock, out } = context;
  if (!Email.safeParse(email).success) throw new CommandError(`--email is not an email address: ${email}`);
  if (!SingleLine(100).min(1).safeParse(name).success)
    throw new CommandError("--name must be one line of 1 to 100 characters.");
  const account = { email: email.trim(), name: name.trim(), role, now: clock.now() };
  const { token } = await db.transaction((tx) => createStaffWithLink(tx, account, "set_up"));
  out(`${account.email} has an account with the role ${role}.`);
  printLink(context, token);
}

async function list(context: CommandContext, { json }: { json?: boolean }): Promise<void> {
  const accounts = await listStaff(context.db);
  if (json) return context.out(JSON.stringify(accounts));
  const cells = accounts.map((one) => [
    one.email,
    one.name,
    one.role,
    one.state,
    one.second_factor ? "yes" : "no",
    one.last_used_at ? formatDate(new Date(one.last_used_at)) : "",
  ]);
  printTable(context, ["EMAIL", "NAME", "ROLE", "STATE", "SECOND FACTOR", "LAST USED"], cells, "No staff members yet.");
}

/** Runs a change of the account with this email. @throws CommandError */
async function change<T>({ db }: CommandContext, email: string, work: (tx: Tx, id: number) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    const account = await findStaffByEmail(tx, email);
    if (!account) throw new CommandError(`There is no staff member ${email}. List them: npm run shop -- staff list`);
    return work(tx, account.id);
  });
}

async function reset(context: CommandContext, email: string): Promise<void> {
  const now = context.clock.now();
  const token = await change(context, email, (tx, id) => resetStaff(tx, id, { kind: "set_up", now }));
  if (token === null) throw new CommandError(`The account ${email} is closed. Reopen it first: staff reopen ${email}`);
  context.out(`The sessions, the password and the second factors of ${email} are removed.`);
  printLink(context, token);
}

/** Reports the errors of the domain as errors of the command. */
const withReasons = (work: (context: CommandContext) => Promise<void>) => (context: CommandContext) =>
  work(context).catch((error: unknown) => {
    const isReason = [LastOwnerError, EmailTakenError, NoOwnRoleError].some((type) => error instanceof type);
    if (error instanceof Error && isReason) throw new CommandError(error.message);
    throw error;
  });

function rolesCommand(staff: Command, carryOut: Parameters<CommandGroup>[1]): void {
  staff
    .command("roles")
    .description("list the roles with their permissions")
    .action(() =>
      carryOut(async ({ db, out }) => {
        for (const { role, name, permissions } of await listRoles(db))
          out(`${role}${name ? ` (${name})` : ""}: ${permissions.join(", ")}`);
      }),
    );
}

/** `staff`: accounts of the back office. */
export const staffCommands: CommandGroup = (program, carryOut) => {
  const staff = program.command("staff").description("accounts of the back office");
  const run = (work: (context: CommandContext) => Promise<void>) => carryOut(withReasons(work));
  staff
    .command("create")
    .description("create an account and print the link to choose its password")
    .requiredOption("--email <email>", "email, which is used to sign in")
    .requiredOption("--name <name>", "name")
    .addOption(new Option("--role <role>", "role").choices(allRoles).makeOptionMandatory())
    .action((options: NewStaff) => run((context) => create(context, options)));
  staff
    .command("list")
    .description("list all accounts")
    .option("--json", "as JSON")
    .action((options: { json?: boolean }) => run((context) => list(context, options)));
  staff
    .command("reset <email>")
    .description("end the sessions, remove password and second factors, and print a link to choose a password")
    .action((email: string) => run((context) => reset(context, email)));
  staff
    .command("close <email>")
    .description("close an account and end its sessions")
    .action((email: string) =>
      run(async (context) => {
        await change(context, email, (tx, id) => closeStaff(tx, id, context.clock.now()));
        context.out(`The account ${email} is closed.`);
      }),
    );
  staff
    .command("reopen <email>")
    .description("reopen a closed account")
    .action((email: string) =>
      run(async (context) => {
        await change(context, email, reopenStaff);
        context.out(`The account ${email} is open.`);
      }),
    );
  rolesCommand(staff, carryOut);
};
