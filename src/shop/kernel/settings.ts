import { z } from "zod";
import { json, type Reader, sql, type Tx } from "./database.ts";

/** What the merchant may set while the shop runs, by its name in the database. All are whole numbers. */
export const settings = {
  cod_max_total: { unit: "VND", min: 1, unset: "no limit", meaning: "cash on delivery up to this order total" },
  cod_max_open_per_phone: {
    unit: "orders",
    min: 1,
    unset: "no limit",
    meaning: "cash orders that one phone number may have under way at once",
  },
  shipping_flat_rate: {
    unit: "VND",
    min: 0,
    unset: "30000",
    meaning: "price of a delivery that the carrier does not quote",
  },
  limit_login_account: { unit: "tries", min: 1, unset: "10", meaning: "logins to one account in 15 minutes" },
  limit_login_address: { unit: "tries", min: 1, unset: "30", meaning: "logins from one address in 15 minutes" },
  limit_register_address: { unit: "tries", min: 1, unset: "10", meaning: "registrations from one address in an hour" },
  limit_reset_address: { unit: "tries", min: 1, unset: "5", meaning: "password resets from one address in an hour" },
  limit_order_account: { unit: "orders", min: 1, unset: "20", meaning: "orders of one account in 10 minutes" },
  limit_search_address: { unit: "searches", min: 1, unset: "120", meaning: "searches from one address in a minute" },
} as const;
export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);

/** What a setting may be. */
export const settingSchema = (name: SettingName) => z.int().min(settings[name].min);

/** A setting's value; null where the merchant has set none. */
export async function readSetting(reader: Reader, name: SettingName): Promise<number | null> {
  const row = await reader.one<{ value: unknown }>(sql`select value from setting where name = ${name}`);
  const set = settingSchema(name).safeParse(row?.value);
  return set.success ? set.data : null;
}

/** All that the merchant has set. */
export async function readSettings(reader: Reader): Promise<ReadonlyMap<SettingName, number>> {
  const rows = await reader.all<{ name: string; value: unknown }>(sql`select name, value from setting`);
  const set = new Map<SettingName, number>();
  for (const { name, value } of rows) {
    const known = isSettingName(name) ? settingSchema(name).safeParse(value) : null;
    if (known?.success) set.set(name as SettingName, known.data);
  }
  return set;
}

export const writeSetting = (tx: Tx, name: SettingName, value: number, now: Date): Promise<number> =>
  tx.run(sql`
    insert into setting (name, value, updated_at) values (${name}, ${json(value)}::jsonb, ${now})
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`);

/** @returns the number of settings that were taken away: 0 where it was not set */
export const clearSetting = (tx: Tx, name: SettingName): Promise<number> =>
  tx.run(sql`delete from setting where name = ${name}`);
