import { z } from "zod";
import { publishInvalidation } from "#shop/kernel/cache/cache-invalidation.ts";
import type { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { TaggedCache } from "#shop/kernel/cache/tagged-cache.ts";
import { json, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

/** A value that the merchant can change while the shop runs; each domain defines its own (src/shop/settings.ts has all of them). */
export interface Setting<Value extends number | string = number | string> {
  /** in the database and on the command line */
  name: string;
  schema: z.ZodType<Value>;
  /** converts the text of the command line; what it returns is checked by the schema */
  fromText: (text: string) => unknown;
  /** description of valid values */
  is: string;
  unit: string;
  /** description of the default */
  unset: string;
  meaning: string;
}

type Description = Pick<Setting, "name" | "unit" | "unset" | "meaning">;

export const integerSetting = (min: number, description: Description): Setting<number> => ({
  ...description,
  is: `a whole number, ${min} or more`,
  schema: z.int().min(min),
  fromText: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
});

/** One of a few words. */
export const choiceSetting = <const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  description: Description,
): Setting<Choice> => ({
  ...description,
  is: `one of ${choices.join(", ")}`,
  schema: z.enum(choices),
  fromText: (text) => text,
});

export const httpsSetting = (description: Description): Setting<string> => ({
  ...description,
  is: "an address that begins with https://",
  schema: z.url({ protocol: /^https$/ }).max(500),
  fromText: (text) => text,
});

/** Cache tag of pages and responses made from settings. */
export const settingsTag = "settings";

/** Parses a setting's value from text; null if it is invalid. */
export function parseSetting<Value extends number | string>(setting: Setting<Value>, text: string): Value | null {
  const parsed = setting.schema.safeParse(setting.fromText(text));
  return parsed.success ? parsed.data : null;
}

/** The values of settings by their names; those that the merchant has not set are missing. */
export async function readSettings<Value extends number | string>(
  reader: Reader,
  settings: readonly Setting<Value>[],
): Promise<ReadonlyMap<string, Value>> {
  const names = settings.map(({ name }) => name);
  const rows = await reader.all<{ name: string; value: unknown }>(
    sql`select name, value from setting where name = any(${names}::text[])`,
  );
  const values = new Map<string, Value>();
  for (const { name, value } of rows) {
    const parsed = settings.find((setting) => setting.name === name)?.schema.safeParse(value);
    if (parsed?.success) values.set(name, parsed.data);
  }
  return values;
}

/** A setting's value; null if the merchant has not set it. */
export const readSetting = async <Value extends number | string>(
  reader: Reader,
  setting: Setting<Value>,
): Promise<Value | null> => (await readSettings(reader, [setting])).get(setting.name) ?? null;

/**
 * Caches what is made from settings until a setting changes.
 * @param load reads the settings
 */
export function cachedSettings<Value>(
  load: (reader: Reader) => Promise<Value>,
): (shop: { cache: ResponseCache; db: Reader }) => Promise<Value> {
  const caches = new WeakMap<ResponseCache, TaggedCache<"value", Value>>();
  return async ({ cache, db }) => {
    const known = caches.get(cache) ?? cache.registerDependent(new TaggedCache<"value", Value>({ maxSize: 1 }));
    caches.set(cache, known);
    return known.getOrLoad("value", [settingsTag], () => load(db));
  };
}

export async function writeSetting<Value extends number | string>(
  tx: Tx,
  { name }: Setting<Value>,
  value: NoInfer<Value>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into setting (name, value, updated_at) values (${name}, ${json(value)}::jsonb, ${now})
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`);
  await publishInvalidation(tx, [settingsTag]);
}

/** @returns the number of deleted settings: 0 if it was not set */
export async function clearSetting(tx: Tx, { name }: Pick<Setting, "name">): Promise<number> {
  const cleared = await tx.run(sql`delete from setting where name = ${name}`);
  await publishInvalidation(tx, [settingsTag]);
  return cleared;
}
