import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";

/** A letter as it was taken. What is delivered twice is here twice: real servers do not look for copies either. */
export interface Letter {
  id: string;
  /** ISO 8601, when the last byte came */
  receivedAt: string;
  /** whom the sender named to the server, which may differ from the headers */
  to: string[];
  from: string;
  subject: string;
  messageId: string;
  /** by lower-case name; the last of several */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** as it came over the wire */
  source: string;
}

const kept = 500;

/** The letters of the mailbox, in memory, the newest first. */
export class Letters {
  #letters: Letter[] = [];

  /** Keeps a letter. @throws for what is no message */
  async take(source: Buffer, envelope: { from: string; to: string[] }): Promise<Letter> {
    const mail = await PostalMime.parse(source);
    const letter = {
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
    this.#letters = [letter, ...this.#letters].slice(0, kept);
    return letter;
  }

  /** Letters to addresses that contain a text; "" for all. */
  find(to: string): Letter[] {
    const wanted = to.trim().toLowerCase();
    return this.#letters.filter((letter) => letter.to.some((address) => address.toLowerCase().includes(wanted)));
  }

  read(id: string): Letter | undefined {
    return this.#letters.find((letter) => letter.id === id);
  }

  clear(): void {
    this.#letters = [];
  }
}
