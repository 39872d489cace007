/**
 * The current fault of the mail server.
 * - `reject`: a permanent error (550) at RCPT TO: no such recipient
 * - `busy`: a temporary error (451) at RCPT TO
 * - `busy_after_data`: a temporary error (451) after the whole email, which is not stored
 * - `reject_after_data`: a permanent error (554) after the whole email
 * - `disconnect`: it stores the email and closes the connection before it confirms
 */
const faults = ["reject", "busy", "busy_after_data", "reject_after_data", "disconnect"] as const;
export type MailFault = (typeof faults)[number];

/** A fault for recipients whose address contains `to` ("" for all), the next `times` times. */
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
