import { formatDate } from "#contract/dates.ts";
import { sql } from "#shop/kernel/db/database.ts";
import {
  clearSetting,
  isSettingName,
  type SettingName,
  settingFrom,
  settingNames,
  settings,
  writeSetting,
} from "#shop/kernel/settings/settings.ts";
import { type CommandContext, CommandError, type CommandGroup } from "./command.ts";
import { printTable } from "./table.ts";

interface Row {
  name: string;
  value: unknown;
  updatedAt: Date;
}

async function list(context: CommandContext, { json }: { json?: boolean }): Promise<void> {
  const rows = await context.db.all<Row>(sql`select name, value, updated_at "updatedAt" from setting`);
  const set = settingNames.map((name) => ({ name, row: rows.find((row) => row.name === name) }));
  if (json) {
    const known = set.map(({ name, row }) => {
      const { unit, unset, meaning } = settings[name];
      return { name, value: row?.value ?? null, unit, unset, meaning };
    });
    return context.out(JSON.stringify(known));
  }
  const cells = set.map(({ name, row }) => {
    const { unit, unset, meaning } = settings[name];
    return [name, row ? `${row.value} ${unit}`.trim() : `(${unset})`, row ? formatDate(row.updatedAt) : "", meaning];
  });
  printTable(context, ["SETTING", "VALUE", "SINCE", "WHAT IT MEANS"], cells, "No settings.");
}

function known(name: string): SettingName {
  if (!isSettingName(name)) {
    throw new CommandError(`There is no setting ${name}. There are: ${settingNames.join(", ")}.`);
  }
  return name;
}

async function set({ db, clock, out }: CommandContext, text: string, value: string): Promise<void> {
  const name = known(text);
  const { unit, is, meaning } = settings[name];
  const wanted = settingFrom(name, value);
  if (wanted === null) throw new CommandError(`${name} must be ${is}; got ${value}.`);
  await db.transaction((tx) => writeSetting(tx, name, wanted, clock.now()));
  out(`${name} is ${`${wanted} ${unit}`.trim()} from now on: ${meaning}.`);
}

async function unset({ db, out }: CommandContext, text: string): Promise<void> {
  const name = known(text);
  const cleared = await db.transaction((tx) => clearSetting(tx, name));
  out(cleared ? `${name} is not set any more: ${settings[name].unset}.` : `${name} was not set.`);
}

/** `settings`: what the merchant may change while the shop runs. */
export const settingsCommands: CommandGroup = (program, carryOut) => {
  const group = program
    .command("settings")
    .description("limits of cash on delivery and of calls, the flat rate of shipping, the badge of registration");
  group
    .command("list")
    .description("all settings, and what each means")
    .option("--json", "as JSON")
    .action((options: { json?: boolean }) => carryOut((context) => list(context, options)));
  group
    .command("set <name> <value>")
    .description("as in: settings set cod_max_total 5000000")
    .action((name: string, value: string) => carryOut((context) => set(context, name, value)));
  group
    .command("unset <name>")
    .description("back to what holds without it")
    .action((name: string) => carryOut((context) => unset(context, name)));
};
