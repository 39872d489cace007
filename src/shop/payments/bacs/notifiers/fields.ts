import { type Dong, dong } from "#contract/money.ts";
import { z } from "zod";

/** A text or a number, "" without one. No database stores U+0000 in a text. */
export const Text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) =>
    String(value ?? "")
      .replaceAll("\0", "")
      .trim(),
  );

/** An amount in whole đồng as a number or as digits; null for a fraction, or one that a number cannot hold exactly. */
export const Amount = z.unknown().transform((value): Dong | null => {
  const amount = typeof value === "string" && /^-?\d{1,16}(\.0+)?$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(amount) ? dong(amount as number) : null;
});

/** `YYYY-MM-DD HH:mm:ss` in Vietnam, which has no daylight saving time; null for anything else. */
export function readLocalTime(text: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(text.trim());
  const at = match ? new Date(`${match[1]}T${match[2]}+07:00`) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}
