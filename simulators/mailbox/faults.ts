/**
 * What is wrong with the mail server just now.
 * - `refuse`: it knows no such recipient (550)
 * - `busy`: not now (451), when it hears the recipient
 * - `busy after letter`: not now (451), when it has heard the whole letter; it keeps none
 * - `refuse letter`: it will not have this letter (554), when it has heard it
 * - `hang up`: it takes the letter and is gone before it has said so
 */
const faults = ["refuse", "busy", "busy after letter", "refuse letter", "hang up"] as const;
export type MailFault = (typeof faults)[number];

/** A fault for addresses that contain a text ("" for all), a number of times, or until it is taken away. */
export interface Trouble {
  fault: MailFault;
  to: string;
  times: number;
}

export function readTrouble(body: unknown): Trouble | null {
  if (typeof body !== "object" || body === null) return null;
  const { fault, to = "", times = Number.POSITIVE_INFINITY } = body as Record<string, unknown>;
  const known = faults.find((name) => name === fault);
  return known && typeof to === "string" && typeof times === "number" ? { fault: known, to, times } : null;
}

/** An answer of SMTP's that is no yes. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
