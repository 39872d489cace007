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

/** What may be shown of an existing key; the pair itself is shown only when it is created. */
export interface KeyEntry {
  id: number;
  description: string;
  permissions: Permissions;
  /** the last seven digits of the consumer key */
  ending: string;
  createdAt: Date;
  revokedAt: Date | null;
}

/** An active key, with the secret that OAuth signatures need. */
export interface MerchantKey {
  id: number;
  permissions: Permissions;
  consumerSecret: string;
}

const purpose = "merchant key";
const endingLength = 7;

/** WooCommerce's own hash of a key, with its fixed salt: the database stores only this. */
const keyHash = (consumerKey: string): Buffer => createHmac("sha256", "wc-api").update(consumerKey).digest();

/** Creates a key pair. Its secret cannot be shown again later. */
export async function createMerchantKey(
  tx: Tx,
  appSecret: string,
  { description, permissions, now }: { description: string; permissions: Permissions; now: Date },
): Promise<KeyPair & { id: number }> {
  const consumerKey = `ck_${randomBytes(20).toString("hex")}`;
  const consumerSecret = `cs_${randomBytes(20).toString("hex")}`;
  const row = await tx.one<{ id: number }>(sql`
    insert into merchant_key (description, permissions, key_hash, truncated_key, secret_encrypted, created_at)
    values (${description}, ${permissions}, ${keyHash(consumerKey)}, ${consumerKey.slice(-endingLength)},
            ${encrypt(appSecret, purpose, consumerSecret)}, ${now})
    returning id`);
  if (!row) throw new Error("the new key has no row");
  return { id: row.id, consumerKey, consumerSecret };
}

/** All keys, including revoked ones, the newest last. */
export const listMerchantKeys = (reader: Reader): Promise<KeyEntry[]> =>
  reader.all<KeyEntry>(sql`
    select id, description, permissions, truncated_key "ending", created_at "createdAt", revoked_at "revokedAt"
    from merchant_key order by id`);

/** Revokes a key with immediate effect. @returns false if no active key has this id */
export const revokeMerchantKey = async (tx: Tx, id: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`update merchant_key set revoked_at = ${now} where id = ${id} and revoked_at is null`)) === 1;

/**
 * The active key with this consumer key, or undefined.
 * @throws if its secret was encrypted under another APP_SECRET
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
