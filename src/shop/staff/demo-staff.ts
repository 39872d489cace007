import type { FixedRole } from "#contract/permissions.ts";
import { endStaffSessions } from "#shop/kernel/auth/staff-sessions.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

const domain = "lianne.example";

/** The demonstration's accounts, one for each role; their password is that of its customer. */
const demoStaff: Record<FixedRole, { email: string; name: string }> = {
  owner: { email: `chu@${domain}`, name: "Chủ cửa hàng" },
  staff: { email: `nhanvien@${domain}`, name: "Nhân viên" },
  packer: { email: `donggoi@${domain}`, name: "Đóng gói" },
  accountant: { email: `ketoan@${domain}`, name: "Kế toán" },
};
const emails = Object.values(demoStaff).map(({ email }) => email);

export const demoStaffEmail = (role: FixedRole): string => demoStaff[role].email;

/** Adds the accounts of the demonstration. @returns how many were added */
export async function insertDemoStaff(tx: Tx, passwordHash: string, now: Date): Promise<number> {
  let added = 0;
  for (const [role, { email, name }] of Object.entries(demoStaff))
    added += await tx.run(sql`
      insert into staff (email, name, role, password_hash, created_at, activated_at)
      values (${email}, ${name}, ${role}, ${passwordHash}, ${now}, ${now}) on conflict do nothing`);
  return added;
}

/** Whether an account of the demonstration, whose password is published, is active. */
export const hasDemoStaff = async (reader: Reader): Promise<boolean> =>
  (await reader.one(
    sql`select from staff where lower(email) = any(${emails}::text[]) and closed_at is null limit 1`,
  )) !== undefined;

/** Closes the accounts of the demonstration; the audit log still names them. @returns how many were closed */
export async function closeDemoStaff(tx: Tx, now: Date): Promise<number> {
  const closed = await tx.all<{ id: number }>(sql`
    update staff set closed_at = ${now}, password_hash = null
    where lower(email) = any(${emails}::text[]) and closed_at is null returning id`);
  for (const { id } of closed) await endStaffSessions(tx, id);
  return closed.length;
}
