import { wooDates } from "#contract/dates.ts";

/** `{name}` in the site's time and `{name}_gmt`. */
export function datePair(name: string, date: Date | string | null): Record<string, string | null> {
  const pair = date ? wooDates(new Date(date)) : null;
  return { [name]: pair?.local ?? null, [`${name}_gmt`]: pair?.gmt ?? null };
}
