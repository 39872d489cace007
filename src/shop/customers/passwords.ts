import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for argon2id (the library's own default algorithm): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id, about 20 ms of one core. Never inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** A hash that no password fits: an unknown account costs as much time as a wrong password. */
let nobodys: Promise<string> | undefined;
export const nobodysHash = (): Promise<string> => {
  nobodys ??= hashPassword(randomBytes(32).toString("hex"));
  return nobodys;
};

/** @param stored null for an account that does not exist: false, after the same time */
export async function fitsPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await nobodysHash()), password);
  return stored !== null && fits;
}
