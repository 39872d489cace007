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

interface SettingRow {
  name: string;
  value: unknown;
  updatedAt: Date;
}

async function list(context: CommandContext, { json }: { json?: boolean }): Promise<void> {
  const rows = await context.db.all<SettingRow>(sql`select name, value, updated_at "updatedAt" from setting`);
  const set = settingNames.map((name) => ({ name, row: rows.find((row) => row.name === name) }));
  if (json) {
    const settingNameOf = set.map(({ name, row }) => {
      const { unit, unset, meaning } = settings[name];
      return { name, value: row?.value ?? null, unit, unset, meaning };
    });
    return context.out(JSON.stringify(settingNameOf));
  }
  const cells = set.map(({ name, row }) => {
    const { unit, unset, meaning } = settings[name];
    return [name, row ? `${row.value} ${unit}`.trim() : `(${unset})`, row ? formatDate(row.updatedAt) : "", meaning];
  });
  printTable(context, ["SETTING", "VALUE", "UPDATED", "DESCRIPTION"], cells, "No settings.");
}

function settingNameOf(name: string): SettingName {
  if (!isSettingName(name)) {
    throw new CommandError(`There is no setting ${name}. There are: ${settingNames.join(", ")}.`);
  }
  return name;
}

async function set({ db, clock, out }: CommandContext, text: string, value: string): Promise<void> {
  const name = settingNameOf(text);
  const { unit, is, meaning } = settings[name];
  const parsed = settingFrom(name, value);
  if (parsed === null) throw new CommandError(`${name} must be ${is}; got ${value}.`);
  await db.transaction((tx) => writeSetting(tx, name, parsed, clock.now()));
  out(`${name} is ${`${parsed} ${unit}`.trim()} from now on: ${meaning}.`);
}

async function unset({ db, out }: CommandContext, text: string): Promise<void> {
  const name = settingNameOf(text);
  const cleared = await db.transaction((tx) => clearSetting(tx, name));
  out(cleared ? `${name} is no longer set: ${settings[name].unset}.` : `${name} was not set.`);
}

/** `settings`: what the merchant can change at run time. */
export const settingsCommands: CommandGroup = (program, carryOut) => {
  const group = program
    .command("settings")
    .description("limits of cash on delivery and of requests, the flat rate of shipping, the registration badge");
  group
    .command("list")
    .description("list all settings with their descriptions")
    .option("--json", "as JSON")
    .action((options: { json?: boolean }) => carryOut((context) => list(context, options)));
  group
    .command("set <name> <value>")
    .description("as in: settings set cod_max_total 5000000")
    .action((name: string, value: string) => carryOut((context) => set(context, name, value)));
  group
    .command("unset <name>")
    .description("restore the default")
    .action((name: string) => carryOut((context) => unset(context, name)));
};
