import type { Role } from "#contract/permissions.ts";
import type { StaffEntry } from "#contract/backoffice/staff.ts";
import { endStaffSessions } from "#shop/kernel/auth/staff-sessions.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { createStaff, findStaff } from "./accounts.ts";
import { createLink, type LinkKind, removeLinks } from "./links.ts";
import { versionOfRecord } from "#shop/kernel/request/if-match.ts";
import { lockOwnRole } from "./own-role.ts";
import { removeRecoveryCodes } from "./recovery-codes.ts";
import { removeTotp } from "./totp.ts";

/** The shop would have no active owner. */
export class LastOwnerError extends Error {
  constructor() {
    super("The shop needs at least one owner.");
  }
}

interface StaffRow {
  id: number;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
  activatedAt: Date | null;
  closedAt: Date | null;
  secondFactor: boolean;
  lastUsedAt: Date | null;
}

/** All accounts, the oldest first. */
export async function listStaff(reader: Reader): Promise<StaffEntry[]> {
  const rows = await reader.all<StaffRow>(sql`
    select m.id, m.email, m.name, m.role, m.created_at "createdAt", m.activated_at "activatedAt", m.closed_at "closedAt",
      (exists (select from staff_totp f where f.staff_id = m.id and f.confirmed_at is not null)
        or exists (select from staff_passkey f where f.staff_id = m.id and f.revoked_at is null)) "secondFactor",
      (select max(s.last_used_at) from staff_session s where s.staff_id = m.id) "lastUsedAt"
    from staff m order by m.id`);
  return rows.map(({ createdAt, activatedAt, closedAt, lastUsedAt, secondFactor, ...row }) => ({
    ...row,
    state: closedAt ? "closed" : activatedAt ? "active" : "pending",
    second_factor: secondFactor,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    version: versionOfRecord([row.name, row.role, closedAt !== null]),
  }));
}

/** Creates an account with a link to choose its password. @throws EmailTakenError, NoOwnRoleError */
export async function createStaffWithLink(
  tx: Tx,
  account: { email: string; name: string; role: Role; now: Date },
  kind: LinkKind,
): Promise<{ id: number; token: string }> {
  if (account.role === "own") await lockOwnRole(tx);
  const id = await createStaff(tx, account);
  return { id, token: await createLink(tx, { kind, staffId: id, now: account.now }) };
}

/**
 * Locks all owners, so that two of them cannot be removed at the same time. @throws LastOwnerError if the account is the
 * last active owner
 */
async function assertNotLastOwner(tx: Tx, id: number): Promise<void> {
  const owners = await tx.all<{ id: number }>(sql`
    select id from staff where role = 'owner' and closed_at is null and activated_at is not null order by id for update`);
  if (owners.length === 1 && owners[0]?.id === id) throw new LastOwnerError();
}

/** Closes an account and ends its sessions. @throws LastOwnerError */
export async function closeStaff(tx: Tx, id: number, now: Date): Promise<void> {
  await assertNotLastOwner(tx, id);
  await tx.run(sql`update staff set closed_at = ${now} where id = ${id} and closed_at is null`);
  await endStaffSessions(tx, id);
  await removeLinks(tx, id);
}

/** Changes the role, which ends the sessions of the account. @throws LastOwnerError, NoOwnRoleError */
export async function changeRole(tx: Tx, id: number, role: Role): Promise<void> {
  if (role !== "owner") await assertNotLastOwner(tx, id);
  if (role === "own") await lockOwnRole(tx);
  const changed = await tx.run(sql`update staff set role = ${role} where id = ${id} and role <> ${role}`);
  if (changed === 1) await endStaffSessions(tx, id);
}

export const reopenStaff = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`update staff set closed_at = null where id = ${id}`);

/**
 * Ends the sessions of an account, removes its password and second factors. @returns the token of a link to choose a
 * password; null for a closed account
 */
export async function resetStaff(tx: Tx, id: number, { kind, now }: { kind: LinkKind; now: Date }) {
  const account = await findStaff(tx, id);
  if (!account || account.closedAt) return null;
  await tx.run(sql`update staff set password_hash = null where id = ${id}`);
  await endStaffSessions(tx, id);
  await removeTotp(tx, id);
  await tx.run(sql`delete from staff_passkey where staff_id = ${id}`);
  await removeRecoveryCodes(tx, id);
  await removeLinks(tx, id);
  return createLink(tx, { kind, staffId: id, now });
}
