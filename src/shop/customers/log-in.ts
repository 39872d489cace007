import type { Language } from "#contract/language.ts";
import type { Db, Tx } from "#shop/kernel/db/database.ts";
import { openSession } from "#shop/kernel/auth/sessions.ts";
import { type Account, findAccount, lockAccount } from "./customer-store.ts";
import { verifyPassword } from "#shop/kernel/auth/passwords.ts";
import { proveMailbox } from "./verify-email.ts";

/** Merges a guest's cart into the account, in the login's transaction. */
export type MergeGuestCart = (tx: Tx, cart: { customerId: number; guestHash: Buffer; now: Date }) => Promise<void>;

export interface Credentials {
  /** a username or an email */
  username: string;
  password: string;
  remember: boolean;
}

export interface LoginContext {
  lang: Language;
  now: Date;
  /** hash of the request's session, which is ended */
  previousSessionHash: Buffer | null;
  /** hash of the guest's cart token */
  guestHash: Buffer | null;
  /** of the link by which the browser has confirmed an email */
  mailboxToken: string | null;
  mergeGuestCart: MergeGuestCart;
  /** called before the password is checked; counts by account, existing or not */
  beforeVerifying(account: string): void;
}

export type LoggedIn = { ok: true; customer: Account; token: string } | { ok: false };

/**
 * Creates a session. An unknown account and a wrong password cannot be distinguished, neither by the response nor by
 * its time.
 */
export async function logIn(db: Db, credentials: Credentials, context: LoginContext): Promise<LoggedIn> {
  const account = await findAccount(db, credentials.username);
  context.beforeVerifying(account ? `customer:${account.id}` : `name:${credentials.username.toLowerCase()}`);
  const isPasswordCorrect = await verifyPassword(account?.passwordHash ?? null, credentials.password);
  if (!account || !isPasswordCorrect) return { ok: false };
  const { passwordHash, ...customer } = account;
  const { lang, now, previousSessionHash, guestHash, mailboxToken } = context;
  const token = await db.transaction(async (tx) => {
    if (!(await lockAccount(tx, customer.id, passwordHash, lang))) return null;
    if (mailboxToken) await proveMailbox(tx, customer.id, mailboxToken, now);
    if (guestHash) await context.mergeGuestCart(tx, { customerId: customer.id, guestHash, now });
    return openSession(tx, customer.id, { remember: credentials.remember, now, previousSessionHash });
  });
  return token === null ? { ok: false } : { ok: true, customer, token };
}
