import { Secret, TOTP } from "otpauth";
import type { Config } from "#shop/kernel/base/config.ts";
import { decrypt, encrypt } from "#shop/kernel/base/secrets.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

const purpose = "staff authenticator";
const periodS = 30;
/** steps before and after the current one whose codes are accepted too */
const toleratedSteps = 1;

const totpFor = (secret: Secret, email: string): TOTP =>
  new TOTP({ issuer: "Lianne", label: email, algorithm: "SHA1", digits: 6, period: periodS, secret });

/** Starts the set-up of an authenticator app; a code has to confirm it. Replaces one that was never confirmed. */
export async function startTotp(
  tx: Tx,
  { staffId, email, now, config }: { staffId: number; email: string; now: Date; config: Config },
): Promise<{ uri: string; secret: string } | null> {
  const secret = new Secret({ size: 20 });
  const started = await tx.run(sql`
    insert into staff_totp (staff_id, secret_encrypted, created_at)
    values (${staffId}, ${encrypt(config.appSecret, purpose, secret.base32)}, ${now})
    on conflict (staff_id) do update set secret_encrypted = excluded.secret_encrypted, created_at = excluded.created_at
      where staff_totp.confirmed_at is null`);
  return started === 1 ? { uri: totpFor(secret, email).toString(), secret: secret.base32 } : null;
}

/**
 * Checks a code of the app, and marks it as used. The statement that marks it decides between requests with the same code.
 * @param confirm also completes the set-up; otherwise an app that is not set up has no valid code
 */
export async function spendTotpCode(
  tx: Tx,
  staffId: number,
  { code, now, config, confirm = false }: { code: string; now: Date; config: Config; confirm?: boolean },
): Promise<boolean> {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return false;
  const row = await tx.one<{ sealed: Uint8Array; isConfirmed: boolean }>(sql`
    select secret_encrypted "sealed", confirmed_at is not null "isConfirmed" from staff_totp where staff_id = ${staffId}`);
  if (!row || row.isConfirmed === confirm) return false;
  const secret = Secret.fromBase32(decrypt(config.appSecret, purpose, row.sealed));
  const delta = totpFor(secret, "").validate({ token, timestamp: now.getTime(), window: toleratedSteps });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / 1000 / periodS) + delta;
  const used = await tx.run(sql`
    update staff_totp set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now})
    where staff_id = ${staffId} and last_step < ${step} and secret_encrypted = ${row.sealed}`);
  return used === 1;
}

/** When the account's app was set up, or null. */
export async function totpSince(reader: Reader, staffId: number): Promise<Date | null> {
  const row = await reader.one<{ confirmedAt: Date | null }>(
    sql`select confirmed_at "confirmedAt" from staff_totp where staff_id = ${staffId}`,
  );
  return row?.confirmedAt ?? null;
}

export const removeTotp = (tx: Tx, staffId: number): Promise<number> =>
  tx.run(sql`delete from staff_totp where staff_id = ${staffId}`);
