import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { OverloadedError } from "#shop/kernel/load/admission-control.ts";
import { passwordChecks } from "#shop/kernel/observability/metrics.ts";

/** OWASP's first choice for argon2id (the library's own default algorithm): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of the four threads that files, names and compression need too, two are left to them; and 19 MiB each are taken. */
const mostAtOnce = 2;
const mostWaiting = 32;
let atWork = 0;
const waiting: (() => void)[] = [];

/** Hashes when there is room. @throws Overloaded where so many wait that nobody would wait to the end */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atWork < mostAtOnce) atWork++;
  else {
    if (waiting.length >= mostWaiting) throw new OverloadedError("cart");
    // whoever ends hands their place on
    await new Promise<void>((begin) => waiting.push(begin));
  }
  passwordChecks.inc();
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else atWork--;
  }
}

/** argon2id, about 20 ms of one core. Never inside a transaction. @throws Overloaded */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/** A hash that no password fits: an unknown account costs as much time as a wrong password. */
let nobodys: Promise<string> | undefined;
export const dummyHash = (): Promise<string> => {
  nobodys ??= hashPassword(randomBytes(32).toString("hex"));
  return nobodys;
};

/** @param stored null for an account that does not exist: false, after the same work @throws Overloaded */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await dummyHash());
  const fits = await inTurn(() => verify(known, password));
  return stored !== null && fits;
}
