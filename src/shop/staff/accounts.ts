import { lowerAscii } from "#contract/person-validation.ts";
import type { Role } from "#contract/permissions.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

export interface StaffAccount {
  id: number;
  email: string;
  name: string;
  role: Role;
  language: Language;
  scannerTones: boolean;
  scannerVibration: boolean;
  closedAt: Date | null;
}

const columns = sql`id, email, name, role, language, scanner_tones "scannerTones", scanner_vibration "scannerVibration",
  closed_at "closedAt"`;

export const findStaff = (reader: Reader, id: number): Promise<StaffAccount | undefined> =>
  reader.one<StaffAccount>(sql`select ${columns} from staff where id = ${id}`);

export const findStaffByEmail = (reader: Reader, email: string): Promise<StaffAccount | undefined> =>
  reader.one<StaffAccount>(sql`select ${columns} from staff where lower(email) = ${lowerAscii(email.trim())}`);

/** The email has an account, open or closed. */
export class EmailTakenError extends Error {}

/** Creates an account without a password; a link lets its holder choose one. @throws EmailTakenError */
export async function createStaff(
  tx: Tx,
  { email, name, role, now }: { email: string; name: string; role: Role; now: Date },
): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into staff (email, name, role, created_at) values (${email}, ${name}, ${role}, ${now})
    on conflict (lower(email)) do nothing returning id`);
  if (!row) throw new EmailTakenError(`${email} already has an account.`);
  return row.id;
}

/** Whether the account has a second factor that is set up. */
export const hasSecondFactor = async (reader: Reader, staffId: number): Promise<boolean> =>
  (await reader.one(sql`
    select from staff_totp where staff_id = ${staffId} and confirmed_at is not null
    union all select from staff_passkey where staff_id = ${staffId} and revoked_at is null limit 1`)) !== undefined;

/** Whether the account's link was never used: an invitation that is pending. */
export const isPending = async (reader: Reader, id: number): Promise<boolean> =>
  (await reader.one(sql`select from staff where id = ${id} and activated_at is null and closed_at is null`)) !==
  undefined;
