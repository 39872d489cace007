import { formatDate } from "#contract/dates.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { clearSetting, parseSetting, type Setting, writeSetting } from "#shop/kernel/settings/settings.ts";
import { settings } from "#shop/settings.ts";
import { type CommandContext, CommandError, type CommandGroup } from "./command.ts";
import { printTable } from "./table.ts";

interface SettingRow {
  name: string;
  value: unknown;
  updatedAt: Date;
}

async function list(context: CommandContext, { json }: { json?: boolean }): Promise<void> {
  const rows = await context.db.all<SettingRow>(sql`select name, value, updated_at "updatedAt" from setting`);
  const all = settings.map((setting) => ({ ...setting, row: rows.find(({ name }) => name === setting.name) }));
  if (json) {
    const values = all.map(({ name, unit, unset, meaning, row }) => ({
      name,
      value: row?.value ?? null,
      unit,
      unset,
      meaning,
    }));
    return context.out(JSON.stringify(values));
  }
  const cells = all.map(({ name, unit, unset, meaning, row }) => [
    name,
    row ? `${row.value} ${unit}`.trim() : `(${unset})`,
    row ? formatDate(row.updatedAt) : "",
    meaning,
  ]);
  printTable(context, ["SETTING", "VALUE", "UPDATED", "DESCRIPTION"], cells, "No settings.");
}

function settingOf(name: string): Setting {
  const setting = settings.find((each) => each.name === name);
  if (!setting) {
    const names = settings.map((each) => each.name).join(", ");
    throw new CommandError(`There is no setting ${name}. There are: ${names}.`);
  }
  return setting;
}

async function set({ db, clock, out }: CommandContext, name: string, text: string): Promise<void> {
  const setting = settingOf(name);
  const value = parseSetting(setting, text);
  if (value === null) throw new CommandError(`${name} must be ${setting.is}; got ${text}.`);
  await db.transaction((tx) => writeSetting(tx, setting, value, clock.now()));
  out(`${name} is ${`${value} ${setting.unit}`.trim()} from now on: ${setting.meaning}.`);
}

async function unset({ db, out }: CommandContext, name: string): Promise<void> {
  const setting = settingOf(name);
  const cleared = await db.transaction((tx) => clearSetting(tx, setting));
  out(cleared ? `${name} is no longer set: ${setting.unset}.` : `${name} was not set.`);
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
