import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Options, SMTPError } from "nodemailer/lib/smtp-connection";
import { minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import type { Message } from "./write-message.ts";

/** The letter was certainly not sent. */
export class DeliveryFailedError extends Error {
  /**
   * - `refused`: this letter will not be taken, however often it is brought
   * - `later`: the server would not take it now
   * - `no server`: the server could not be reached, or knows us not
   */
  readonly because: "refused" | "later" | "no server";
  constructor(because: DeliveryFailedError["because"], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.because = because;
  }
}

/** The letter had been handed over when the server fell silent: whether it was sent, nobody can say. */
export class DeliveryUnknownError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const timeLimits = {
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  dnsTimeout: 10 * secondMs,
  socketTimeout: 30 * secondMs,
  socketCloseTimeout: secondMs,
};
/** Of one letter, whatever the server does: shorter than the jobs' lease, so that no other process takes the row meanwhile. */
const letterLimitMs = 2 * minuteMs;
/** How long a connection is kept for the next letter. */
const idleMs = 10 * secondMs;

interface Account {
  user: string;
  pass: string;
}

/** @param url as SMTP_URL has it; its query may set nodemailer's own options: `?requireTLS=true` */
async function connected(url: string): Promise<{ connection: SMTPConnection; auth: Account | undefined }> {
  // loaded with the first letter
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/shared"),
  ]);
  const { auth, ...options } = parseConnectionUrl(url);
  const connection = new Connection({ ...options, ...timeLimits } as Options);
  await new Promise<void>((done, fail) => {
    // one that comes later is the next letter's to find out
    connection.on("error", fail);
    connection.once("end", () => fail(new Error("The mail server closed the connection.")));
    connection.connect((error) => (error ? fail(error) : done()));
  });
  return { connection, auth };
}

const loggedIn = (connection: SMTPConnection, auth: Account): Promise<void> =>
  new Promise((done, fail) => connection.login(auth, (error) => (error ? fail(error) : done())));

const sent = (connection: SMTPConnection, envelope: Message["envelope"], content: Readable): Promise<void> =>
  new Promise((done, fail) => connection.send(envelope, content, (error) => (error ? fail(error) : done())));

/** How far one letter has come. */
interface Progress {
  handedOver: boolean;
  /** what handing over failed with: the letter stayed here */
  trouble?: unknown;
}

/** A letter's words, which are fetched no earlier than the server asks for them. */
const readLate = (onDataPhase: () => Promise<Buffer>, progress: Progress): Readable =>
  Readable.from(
    (async function* () {
      try {
        const words = await onDataPhase();
        progress.handedOver = true;
        yield words;
      } catch (error) {
        progress.trouble = error;
        throw error;
      }
    })(),
  );

/** A mail server, through one connection that is kept for a while and made anew when it is needed. One letter at a time. */
export class MailServer {
  readonly #url: string;
  #connection: SMTPConnection | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param url as SMTP_URL has it */
  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Sends a letter.
   * @param onDataPhase called when the server waits for the letter's words and not before; gives them. When it throws, nothing
   * was sent
   * @throws NotSent, PerhapsSent
   */
  async send(envelope: Message["envelope"], onDataPhase: () => Promise<Buffer>): Promise<void> {
    clearTimeout(this.#idle);
    const progress: Progress = { handedOver: false };
    try {
      await this.#trySend(envelope, () => readLate(onDataPhase, progress), progress);
      this.#idle = setTimeout(() => this.#drop(), idleMs).unref();
    } catch (error) {
      this.#drop();
      throw progress.trouble ?? outcomeOf(error, progress.handedOver);
    }
  }

  /** A connection that the server has given up meanwhile is noticed by using it: that is no reason to wait. */
  async #trySend(envelope: Message["envelope"], content: () => Readable, progress: Progress): Promise<void> {
    const kept = this.#connection !== undefined;
    try {
      await this.#within(await this.#connect(), envelope, content());
    } catch (error) {
      const answered = (error as SMTPError).responseCode !== undefined;
      if (!kept || answered || progress.handedOver || progress.trouble) throw error;
      this.#drop();
      await this.#within(await this.#connect(), envelope, content());
    }
  }

  async #within(connection: SMTPConnection, envelope: Message["envelope"], content: Readable): Promise<void> {
    const limit = new AbortController();
    const tooLong = pause(letterLimitMs, undefined, { signal: limit.signal, ref: false }).then(() => {
      throw new Error("The mail server took too long.");
    });
    try {
      await Promise.race([sent(connection, envelope, content), tooLong]);
    } finally {
      tooLong.catch(() => {});
      limit.abort();
      content.destroy();
    }
  }

  async #connect(): Promise<SMTPConnection> {
    if (this.#connection && !this.#connection.destroyed) return this.#connection;
    try {
      const { connection, auth } = await connected(this.#url);
      this.#connection = connection;
      if (auth && connection.allowsAuth) await loggedIn(connection, auth);
      return connection;
    } catch (error) {
      throw new DeliveryFailedError("no server", error);
    }
  }

  #drop(): void {
    clearTimeout(this.#idle);
    this.#connection?.close();
    this.#connection = undefined;
  }

  /** Takes leave of the server. */
  async close(): Promise<void> {
    const connection = this.#connection;
    if (!connection || connection.destroyed) return this.#drop();
    const gone = new Promise<void>((done) => connection.once("end", () => done()));
    connection.quit();
    await Promise.race([gone, pause(secondMs, undefined, { ref: false })]);
    this.#drop();
  }
}

/** What an error says of the letter: only an answer to its words says that they were not taken. */
function outcomeOf(error: unknown, handedOver: boolean): Error {
  if (error instanceof DeliveryFailedError) return error;
  const { responseCode, permanent, code, command } = error as SMTPError;
  if (handedOver && responseCode === undefined) return new DeliveryUnknownError(error);
  // the sender's own address is the settings' matter, and may be put right
  if (command === "MAIL FROM") return new DeliveryFailedError("later", error);
  if (permanent || (code === "EENVELOPE" && responseCode === undefined))
    return new DeliveryFailedError("refused", error);
  return new DeliveryFailedError(responseCode === undefined ? "no server" : "later", error);
}
