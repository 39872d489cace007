/**
 * The current fault of the mail server.
 * - `refuse`: it knows no such recipient (550)
 * - `busy`: a temporary error (451) at RCPT TO
 * - `busy after letter`: a temporary error (451) after the whole email, which is not stored
 * - `refuse letter`: a permanent error (554) after the whole email
 * - `hang up`: it stores the email and closes the connection before it confirms
 */
const faults = ["refuse", "busy", "busy after letter", "refuse letter", "hang up"] as const;
export type MailFault = (typeof faults)[number];

/** A fault for addresses that contain a text ("" for all), a number of times, or until it is taken away. */
export interface MailFaultSettings {
  fault: MailFault;
  to: string;
  times: number;
}

export function parseFaultSettings(body: unknown): MailFaultSettings | null {
  if (typeof body !== "object" || body === null) return null;
  const { fault, to = "", times = Number.POSITIVE_INFINITY } = body as Record<string, unknown>;
  const known = faults.find((name) => name === fault);
  return known && typeof to === "string" && typeof times === "number" ? { fault: known, to, times } : null;
}

/** An SMTP error response. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
