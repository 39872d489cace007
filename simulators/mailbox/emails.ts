import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";

/** A received email. Duplicate deliveries are stored twice: real servers do not deduplicate either. */
export interface StoredEmail {
  id: string;
  /** time of the last byte, ISO 8601 */
  receivedAt: string;
  /** the envelope recipients, which may differ from the headers */
  to: string[];
  from: string;
  subject: string;
  messageId: string;
  /** by lower-case name; the last of several */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** the raw message */
  source: string;
}

const maxStored = 500;

/** The emails of the mailbox, in memory, the newest first. */
export class EmailStore {
  #emails: StoredEmail[] = [];

  /** Stores an email. @throws if it is no message */
  async take(source: Buffer, envelope: { from: string; to: string[] }): Promise<StoredEmail> {
    const mail = await PostalMime.parse(source);
    const email = {
      id: randomUUID(),
      receivedAt: new Date().toISOString(),
      ...envelope,
      subject: mail.subject ?? "",
      messageId: mail.messageId ?? "",
      headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
      text: mail.text ?? "",
      html: mail.html ?? "",
      source: source.toString("utf8"),
    };
    this.#emails = [email, ...this.#emails].slice(0, maxStored);
    return email;
  }

  /** Emails to addresses that contain a text; "" for all. */
  find(to: string): StoredEmail[] {
    const wanted = to.trim().toLowerCase();
    return this.#emails.filter((email) => email.to.some((address) => address.toLowerCase().includes(wanted)));
  }

  read(id: string): StoredEmail | undefined {
    return this.#emails.find((email) => email.id === id);
  }

  clear(): void {
    this.#emails = [];
  }
}
