import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Options, SMTPError } from "nodemailer/lib/smtp-connection";
import { minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import type { Message } from "./write-message.ts";

/** The email was certainly not sent. */
export class DeliveryFailedError extends Error {
  /**
   * - `rejected`: this email will not be accepted, however often it is retried
   * - `later`: the server does not accept it now
   * - `no server`: the server could not be reached, or rejected the login
   */
  readonly reason: "rejected" | "later" | "no server";
  constructor(reason: DeliveryFailedError["reason"], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.reason = reason;
  }
}

/** The connection was lost after the email was transmitted: whether it was sent is unknown. */
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
/** Total time for one email: shorter than the jobs' lease, so that no other process takes the row in that time. */
const deliveryTimeoutMs = 2 * minuteMs;
/** How long an idle connection stays open for the next email. */
const idleMs = 10 * secondMs;

interface SmtpAccount {
  user: string;
  pass: string;
}

/** @param url from SMTP_URL; its query may set nodemailer options: `?requireTLS=true` */
async function connect(url: string): Promise<{ connection: SMTPConnection; auth: SmtpAccount | undefined }> {
  // loaded lazily, with the first email
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/shared"),
  ]);
  const { auth, ...options } = parseConnectionUrl(url);
  const connection = new Connection({ ...options, ...timeLimits } as Options);
  await new Promise<void>((resolve, reject) => {
    // a later error is found by the next email
    connection.on("error", reject);
    connection.once("end", () => reject(new Error("The mail server closed the connection.")));
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  return { connection, auth };
}

const logIn = (connection: SMTPConnection, auth: SmtpAccount): Promise<void> =>
  new Promise((resolve, reject) => connection.login(auth, (error) => (error ? reject(error) : resolve())));

const transmit = (connection: SMTPConnection, envelope: Message["envelope"], content: Readable): Promise<void> =>
  new Promise((resolve, reject) => connection.send(envelope, content, (error) => (error ? reject(error) : resolve())));

/** Progress of one delivery. */
interface DeliveryProgress {
  handedOver: boolean;
  /** error of the data callback: the email was not transmitted */
  dataError?: unknown;
}

/** A stream of the email's content, which is generated no earlier than the server is ready for it. */
const lazyContent = (onDataPhase: () => Promise<Buffer>, progress: DeliveryProgress): Readable =>
  Readable.from(
    (async function* () {
      try {
        const data = await onDataPhase();
        progress.handedOver = true;
        yield data;
      } catch (error) {
        progress.dataError = error;
        throw error;
      }
    })(),
  );

/**
 * SMTP client with one connection, which stays open for a while and reconnects when needed. Sends one email at a time.
 */
export class MailServer {
  readonly #url: string;
  #connection: SMTPConnection | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param url from SMTP_URL */
  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Sends an email.
   * @param onDataPhase called when the server is ready for the DATA, not before; returns the content. If it throws,
   *   nothing was sent
   * @throws DeliveryFailedError, DeliveryUnknownError
   */
  async send(envelope: Message["envelope"], onDataPhase: () => Promise<Buffer>): Promise<void> {
    clearTimeout(this.#idle);
    const progress: DeliveryProgress = { handedOver: false };
    try {
      await this.#trySend(envelope, () => lazyContent(onDataPhase, progress), progress);
      this.#idle = setTimeout(() => this.#drop(), idleMs).unref();
    } catch (error) {
      this.#drop();
      throw progress.dataError ?? classifyError(error, progress.handedOver);
    }
  }

  /** A connection that the server has closed is noticed only by using it; then it reconnects and retries at once. */
  async #trySend(envelope: Message["envelope"], content: () => Readable, progress: DeliveryProgress): Promise<void> {
    const wasOpen = this.#connection !== undefined;
    try {
      await this.#within(await this.#connect(), envelope, content());
    } catch (error) {
      const hasResponse = (error as SMTPError).responseCode !== undefined;
      if (!wasOpen || hasResponse || progress.handedOver || progress.dataError) throw error;
      this.#drop();
      await this.#within(await this.#connect(), envelope, content());
    }
  }

  async #within(connection: SMTPConnection, envelope: Message["envelope"], content: Readable): Promise<void> {
    const limit = new AbortController();
    const tooLong = pause(deliveryTimeoutMs, undefined, { signal: limit.signal, ref: false }).then(() => {
      throw new Error("The mail server took too long.");
    });
    try {
      await Promise.race([transmit(connection, envelope, content), tooLong]);
    } finally {
      tooLong.catch(() => {});
      limit.abort();
      content.destroy();
    }
  }

  async #connect(): Promise<SMTPConnection> {
    if (this.#connection && !this.#connection.destroyed) return this.#connection;
    try {
      const { connection, auth } = await connect(this.#url);
      this.#connection = connection;
      if (auth && connection.allowsAuth) await logIn(connection, auth);
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

  /** Sends QUIT and closes the connection. */
  async close(): Promise<void> {
    const connection = this.#connection;
    if (!connection || connection.destroyed) return this.#drop();
    const ended = new Promise<void>((resolve) => connection.once("end", () => resolve()));
    connection.quit();
    await Promise.race([ended, pause(secondMs, undefined, { ref: false })]);
    this.#drop();
  }
}

/** Classifies an error: after transmission, only a response code proves that the email was not accepted. */
function classifyError(error: unknown, handedOver: boolean): Error {
  if (error instanceof DeliveryFailedError) return error;
  const { responseCode, permanent, code, command } = error as SMTPError;
  if (handedOver && responseCode === undefined) return new DeliveryUnknownError(error);
  // the sender's address comes from the settings, and may be corrected
  if (command === "MAIL FROM") return new DeliveryFailedError("later", error);
  if (permanent || (code === "EENVELOPE" && responseCode === undefined))
    return new DeliveryFailedError("rejected", error);
  return new DeliveryFailedError(responseCode === undefined ? "no server" : "later", error);
}
