import { randomInt } from "node:crypto";
import { recoveryCodeCount } from "#contract/backoffice/staff.ts";
import { hashToken } from "#shop/kernel/base/secrets.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

/** without digits and characters that are easily confused */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groupCount = 4;
const groupLength = 4;

/** `abcd-efgh-jkmn-pqrs`: 79 bits, so that a plain hash suffices */
const newCode = (): string =>
  Array.from({ length: groupCount }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(""),
  ).join("-");

const hashOf = (code: string): Buffer => hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));

/** Creates new recovery codes, which invalidates all earlier ones. @returns the codes, which cannot be shown again */
export async function createRecoveryCodes(tx: Tx, staffId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await removeRecoveryCodes(tx, staffId);
  for (const code of codes)
    await tx.run(sql`
      insert into staff_recovery_code (staff_id, code_hash, created_at) values (${staffId}, ${hashOf(code)}, ${now})`);
  return codes;
}

/** Creates the first codes of an account. @returns none if it has some */
export const ensureRecoveryCodes = async (tx: Tx, staffId: number, now: Date): Promise<string[]> =>
  (await countRecoveryCodes(tx, staffId)) > 0 ? [] : createRecoveryCodes(tx, staffId, now);

/** @returns false if the code is wrong or was used */
export const spendRecoveryCode = async (tx: Tx, staffId: number, { code, now }: { code: string; now: Date }) =>
  (await tx.run(sql`
    update staff_recovery_code set used_at = ${now}
    where staff_id = ${staffId} and code_hash = ${hashOf(code)} and used_at is null`)) === 1;

export async function countRecoveryCodes(reader: Reader, staffId: number): Promise<number> {
  const row = await reader.one<{ left: number }>(
    sql`select count(*)::integer "left" from staff_recovery_code where staff_id = ${staffId} and used_at is null`,
  );
  return row?.left ?? 0;
}

export const removeRecoveryCodes = (tx: Tx, staffId: number): Promise<number> =>
  tx.run(sql`delete from staff_recovery_code where staff_id = ${staffId}`);
