import { z } from "zod";
import { json, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { publishInvalidation } from "#shop/kernel/cache/cache-invalidation.ts";

const wholeNumber = (min: number) => ({ is: `a whole number, ${min} or more`, schema: z.int().min(min) });
const webAddress = { is: "an address that begins with https://", schema: z.url({ protocol: /^https$/ }).max(500) };

/** What the merchant may set while the shop runs, by its name in the database. */
export const settings = {
  cod_max_total: {
    ...wholeNumber(1),
    unit: "VND",
    unset: "no limit",
    meaning: "cash on delivery up to this order total",
  },
  cod_max_open_per_phone: {
    ...wholeNumber(1),
    unit: "orders",
    unset: "no limit",
    meaning: "cash orders that one phone number may have under way at once",
  },
  shipping_flat_rate: {
    ...wholeNumber(0),
    unit: "VND",
    unset: "30000",
    meaning: "price of a delivery that the carrier does not quote",
  },
  limit_login_account: {
    ...wholeNumber(1),
    unit: "tries",
    unset: "10",
    meaning: "logins to one account in 15 minutes",
  },
  limit_login_address: {
    ...wholeNumber(1),
    unit: "tries",
    unset: "30",
    meaning: "logins from one address in 15 minutes",
  },
  limit_register_address: {
    ...wholeNumber(1),
    unit: "tries",
    unset: "10",
    meaning: "registrations from one address in an hour",
  },
  limit_reset_address: {
    ...wholeNumber(1),
    unit: "tries",
    unset: "5",
    meaning: "password resets from one address in an hour",
  },
  limit_order_account: {
    ...wholeNumber(1),
    unit: "orders",
    unset: "20",
    meaning: "orders of one account in 10 minutes",
  },
  limit_search_address: {
    ...wholeNumber(1),
    unit: "searches",
    unset: "120",
    meaning: "searches from one address in a minute",
  },
  registration_link: {
    ...webAddress,
    unit: "",
    unset: "no badge",
    meaning: "the shop's page at online.gov.vn, which the badge in the footer leads to",
  },
} as const;
export type SettingName = keyof typeof settings;
type Value<N extends SettingName> = z.output<(typeof settings)[N]["schema"]>;
export const settingNames = Object.keys(settings) as SettingName[];
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);

/** Cache tag of pages and responses made from settings. */
export const settingsTag = "settings";

/** Parses a setting's value from text; null if it is invalid. */
export function settingFrom(name: SettingName, text: string): Value<SettingName> | null {
  const { schema } = settings[name];
  const read = schema.safeParse(schema instanceof z.ZodNumber && /^\d{1,15}$/.test(text) ? Number(text) : text);
  return read.success ? read.data : null;
}

/** A setting's value; null if the merchant has not set it. */
export async function readSetting<N extends SettingName>(reader: Reader, name: N): Promise<Value<N> | null> {
  const row = await reader.one<{ value: unknown }>(sql`select value from setting where name = ${name}`);
  const set = settings[name].schema.safeParse(row?.value);
  return set.success ? (set.data as Value<N>) : null;
}

/** All numeric settings that the merchant has set. */
export async function readNumbers(reader: Reader): Promise<ReadonlyMap<SettingName, number>> {
  const rows = await reader.all<{ name: string; value: unknown }>(sql`select name, value from setting`);
  const set = new Map<SettingName, number>();
  for (const { name, value } of rows) {
    const known = isSettingName(name) ? settings[name].schema.safeParse(value) : null;
    if (typeof known?.data === "number") set.set(name as SettingName, known.data);
  }
  return set;
}

export async function writeSetting<N extends SettingName>(tx: Tx, name: N, value: Value<N>, now: Date): Promise<void> {
  await tx.run(sql`
    insert into setting (name, value, updated_at) values (${name}, ${json(value)}::jsonb, ${now})
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`);
  await publishInvalidation(tx, [settingsTag]);
}

/** @returns the number of deleted settings: 0 if it was not set */
export async function clearSetting(tx: Tx, name: SettingName): Promise<number> {
  const cleared = await tx.run(sql`delete from setting where name = ${name}`);
  await publishInvalidation(tx, [settingsTag]);
  return cleared;
}
