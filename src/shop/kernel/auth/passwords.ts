import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { OverloadedError } from "#shop/kernel/load/admission-control.ts";
import { passwordChecks } from "#shop/kernel/observability/metrics.ts";

/**
 * OWASP's first recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. Set by tests only, which
 * hash a lot of passwords.
 */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The thread pool has four threads, which files, DNS and compression need too: two are left to them. Each hash takes 19
 * MiB.
 */
const maxConcurrent = 2;
const maxQueued = 32;
let inFlight = 0;
const waiting: (() => void)[] = [];

/** Runs a hash when a slot is free. @throws OverloadedError if the queue is full */
async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (inFlight < maxConcurrent) inFlight++;
  else {
    if (waiting.length >= maxQueued) throw new OverloadedError("cart");
    // a finished task passes its slot on
    await new Promise<void>((start) => waiting.push(start));
  }
  passwordChecks.inc();
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else inFlight--;
  }
}

/** argon2id, about 20 ms of one core. Never call it inside a transaction. @throws OverloadedError */
export const hashPassword = (password: string): Promise<string> => withSlot(() => hash(password, passwordCost));

/** Hash of a random password, verified for unknown accounts: they take as much time as a wrong password. */
let dummy: Promise<string> | undefined;
export const dummyHash = (): Promise<string> => {
  dummy ??= hashPassword(randomBytes(32).toString("hex"));
  return dummy;
};

/**
 * Whether the password matches the hash. @param stored null for an account that does not exist: the result is false,
 * after the same amount of work
 * @throws OverloadedError
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await dummyHash());
  const fits = await withSlot(() => verify(known, password));
  return stored !== null && fits;
}
