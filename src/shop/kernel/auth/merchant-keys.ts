import { createHmac, randomBytes } from "node:crypto";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { decrypt, encrypt } from "#shop/kernel/base/secrets.ts";

export const permissions = ["read", "write", "read_write"] as const;
export type Permissions = (typeof permissions)[number];

export interface KeyPair {
  /** `ck_` and 40 hexadecimal digits */
  consumerKey: string;
  /** `cs_` and 40 hexadecimal digits */
  consumerSecret: string;
}

/** What a merchant may see of a key again; the pair itself was shown when it was made. */
export interface KeyEntry {
  id: number;
  description: string;
  permissions: Permissions;
  /** the last seven digits of the consumer key */
  ending: string;
  createdAt: Date;
  revokedAt: Date | null;
}

/** A key that works, with what OAuth needs to sign. */
export interface MerchantKey {
  id: number;
  permissions: Permissions;
  consumerSecret: string;
}

const purpose = "merchant key";
const endingLength = 7;

/** WooCommerce's own hash of a key, with its fixed salt: only this is kept of it. */
const keyHash = (consumerKey: string): Buffer => createHmac("sha256", "wc-api").update(consumerKey).digest();

/** Makes a key pair. Its secret can never be read again: hand it over now. */
export async function createMerchantKey(
  tx: Tx,
  appSecret: string,
  { description, permissions, now }: { description: string; permissions: Permissions; now: Date },
): Promise<KeyPair & { id: number }> {
  const consumerKey = `ck_${randomBytes(20).toString("hex")}`;
  const consumerSecret = `cs_${randomBytes(20).toString("hex")}`;
  const row = await tx.one<{ id: number }>(sql`
    insert into merchant_key (description, permissions, key_hash, key_ending, secret_encrypted, created_at)
    values (${description}, ${permissions}, ${keyHash(consumerKey)}, ${consumerKey.slice(-endingLength)},
            ${encrypt(appSecret, purpose, consumerSecret)}, ${now})
    returning id`);
  if (!row) throw new Error("the new key has no row");
  return { id: row.id, consumerKey, consumerSecret };
}

/** Every key ever made, the newest last. */
export const listMerchantKeys = (reader: Reader): Promise<KeyEntry[]> =>
  reader.all<KeyEntry>(sql`
    select id, description, permissions, key_ending "ending", created_at "createdAt", revoked_at "revokedAt"
    from merchant_key order by id`);

/** Makes a key useless from the next call on. @returns false when no key that works has this id */
export const revokeMerchantKey = async (tx: Tx, id: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`update merchant_key set revoked_at = ${now} where id = ${id} and revoked_at is null`)) === 1;

/**
 * The key that works under this consumer key, or undefined.
 * @throws when its secret was encrypted under another APP_SECRET
 */
export async function findMerchantKey(
  reader: Reader,
  appSecret: string,
  consumerKey: string,
): Promise<MerchantKey | undefined> {
  const row = await reader.one<{ id: number; permissions: Permissions; sealed: Uint8Array }>(sql`
    select id, permissions, secret_encrypted "sealed" from merchant_key
    where key_hash = ${keyHash(consumerKey)} and revoked_at is null`);
  if (!row) return undefined;
  try {
    return { id: row.id, permissions: row.permissions, consumerSecret: decrypt(appSecret, purpose, row.sealed) };
  } catch (error) {
    throw new Error(
      `The secret of merchant key ${row.id} cannot be read: APP_SECRET is not the one it was made under. Restore APP_SECRET, or revoke the key and create another.`,
      { cause: error },
    );
  }
}
