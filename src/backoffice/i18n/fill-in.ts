export type TextValues = Readonly<Record<string, string | number>>;

const form = String.raw`((?:[^{}|]|\{\w+\})*)`;
const plurals = new RegExp(String.raw`\{(\w+)\|${form}\|${form}\}`, "g");

/** Fills `{placeholders}` in, and chooses between singular and plural: `{count} {count|order|orders}`. */
export const fillIn = (text: string, values: TextValues): string =>
  text
    .replace(plurals, (_whole, field: string, one: string, many: string) => (Number(values[field]) === 1 ? one : many))
    .replace(/\{(\w+)\}/g, (whole, field: string) => String(values[field] ?? whole));
