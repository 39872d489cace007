import { randomInt } from "node:crypto";
import { dayMs, minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import { keyedHash } from "#shop/kernel/base/secrets.ts";
import { sql, type Db, type Sql, type Tx } from "#shop/kernel/db/database.ts";

/** For how long a code is valid. */
export const codeMs = 5 * minuteMs;
const maxTries = 5;

/** Limits of codes per phone number: of sent codes, and of all tries, since each calls the services. */
const limitsOfPhone = [
  { max: 3, windowMs: 10 * minuteMs },
  { max: 8, windowMs: dayMs },
];
const limitsOfTries = [
  { max: 6, windowMs: 10 * minuteMs },
  { max: 20, windowMs: dayMs },
];
/** Maximum of different phone numbers per network of clients. */
const limitOfNetwork = { max: 10, windowMs: 60 * minuteMs };

const codeLockClass = 7_145_007;

/** What a code is for; a code for one subject does not work for another. */
export interface CodeSubject {
  purpose: "lookup" | "confirm";
  orderNumber: string;
  /** E.164 */
  phone: string;
}

/** The database has no phone number, and no code: six digits could be guessed from a plain hash. */
const hash = (appSecret: string, ...parts: readonly string[]): Buffer =>
  keyedHash(appSecret, "phone-code", parts.join("\n"));

const hashOfSubject = (appSecret: string, { purpose, orderNumber, phone }: CodeSubject): Buffer =>
  hash(appSecret, "subject", purpose, orderNumber, phone);

/** Too many codes: another one is possible after this. */
export class CodeLimitError extends Error {
  readonly retrySeconds: number;
  constructor(retrySeconds: number) {
    super("too many codes");
    this.retrySeconds = retrySeconds;
  }
}

const assertBelow = (times: readonly Date[], { max, windowMs }: { max: number; windowMs: number }, now: Date): void => {
  const within = times.filter((at) => at.getTime() > now.getTime() - windowMs);
  // the newest first: the one that has to leave the window
  const oldest = within[max - 1];
  if (oldest)
    throw new CodeLimitError(Math.max(1, Math.ceil((oldest.getTime() + windowMs - now.getTime()) / secondMs)));
};

const lock = (tx: Tx, subject: string): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${codeLockClass}::integer, hashtext(${subject}))`);

/** To its client: a code of a look-up seems to have been sent even if there is no such order. */
const looksSent: Sql = sql`(purpose = 'lookup' or not not_sent)`;

interface NewCode {
  subject: CodeSubject;
  /** of the client's IP address */
  network: string;
  appSecret: string;
  now: Date;
}

interface CreatedCode {
  id: number;
  code: string;
}

/**
 * Makes a code, in place of the subject's earlier ones. Concurrent requests count each other.
 * @throws CodeLimitError
 */
export async function createCode(tx: Tx, { subject, network, appSecret, now }: NewCode): Promise<CreatedCode> {
  const phone = hash(appSecret, "phone", subject.phone);
  await lock(tx, `network:${network}`);
  await lock(tx, phone.toString("hex"));
  const since = new Date(now.getTime() - dayMs);
  // look-ups of orders that do not exist, which cost nothing, do not prevent the confirmation of another order
  const counts = subject.purpose === "lookup" ? looksSent : sql`not not_sent`;
  const rows = await tx.all<{ at: Date; counts: boolean }>(sql`
    select created_at at, ${counts} counts from phone_code where phone = ${phone} and created_at > ${since}
    order by created_at desc`);
  const tried = rows.map(({ at }) => at);
  const sent = rows.flatMap((row) => (row.counts ? row.at : []));
  for (const limit of limitsOfPhone) assertBelow(sent, limit, now);
  for (const limit of limitsOfTries) assertBelow(tried, limit, now);
  const others = await tx.all<{ at: Date }>(sql`
    select max(created_at) at from phone_code
    where network = ${network} and created_at > ${new Date(now.getTime() - limitOfNetwork.windowMs)} and phone <> ${phone}
    group by phone order by at desc`);
  assertBelow(
    others.map(({ at }) => at),
    limitOfNetwork,
    now,
  );
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const ofSubject = hashOfSubject(appSecret, subject);
  const row = await tx.one<{ id: number }>(sql`
    insert into phone_code (phone, purpose, subject, code_hash, network, created_at)
    values (${phone}, ${subject.purpose}, ${ofSubject}, ${hash(appSecret, "code", ofSubject.toString("hex"), code)}, ${network}, ${now})
    returning id`);
  if (!row) throw new Error("the code was not stored");
  return { id: row.id, code };
}

/** Records that no message was sent with a code: the one before, of a confirmation, is valid again. */
export const markCodeNotSent = (db: Db, id: number): Promise<unknown> =>
  db.write(sql`update phone_code set not_sent = true where id = ${id}`);

/** `wrong`: another try is possible; `ended`: there is no code, or it was used, is too old, or had its tries. */
export type CodeCheck = "right" | "wrong" | "ended";

/** Counts one try of the subject's newest code; a right one is used by it. One statement: concurrent tries count each other. */
export async function checkCode(
  db: Db,
  { subject, code, appSecret, now }: { subject: CodeSubject; code: string; appSecret: string; now: Date },
): Promise<CodeCheck> {
  const ofSubject = hashOfSubject(appSecret, subject);
  const codeHash = hash(appSecret, "code", ofSubject.toString("hex"), code);
  const [tried] = await db.write<{ isRight: boolean; tries: number }>(sql`
    update phone_code
    set tries = tries + 1, used_at = case when code_hash = ${codeHash} then ${now}::timestamptz end
    where id = (select id from phone_code where subject = ${ofSubject} and ${looksSent} order by id desc limit 1)
      and used_at is null and tries < ${maxTries} and created_at > ${new Date(now.getTime() - codeMs)}
    returning used_at is not null "isRight", tries`);
  if (!tried) return "ended";
  if (tried.isRight) return "right";
  return tried.tries < maxTries ? "wrong" : "ended";
}

/** Deletes codes that count for no limit any more, and the prices of earlier days. */
export async function sweepCodes(tx: Tx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - dayMs);
  await tx.run(sql`delete from phone_message where sent_at < ${new Date(now.getTime() - 2 * dayMs)}`);
  return tx.run(sql`delete from phone_code where created_at <= ${before}`);
}
