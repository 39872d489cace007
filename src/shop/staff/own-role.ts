import { type Permission, permissionsOf, roles, withImplied } from "#contract/backoffice/permissions.ts";
import type { OwnRole, RoleEntry } from "#contract/backoffice/staff.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

/** The shop has no role of its own. */
export class NoOwnRoleError extends Error {
  constructor() {
    super("The shop has no role of its own yet. An owner creates it in the back office.");
  }
}
/** Accounts have the role that was to be removed. */
export class OwnRoleInUseError extends Error {}

const findOwnRole = (reader: Reader): Promise<{ name: string; permissions: Permission[] } | undefined> =>
  reader.one<{ name: string; permissions: Permission[] }>(sql`select name, permissions from staff_role`);

/** The fixed roles, and the shop's own one if there is one. */
export async function listRoles(reader: Reader): Promise<RoleEntry[]> {
  const own = await findOwnRole(reader);
  const fixed = roles.map((role): RoleEntry => ({ role, name: null, permissions: permissionsOf(role) }));
  return own ? [...fixed, { role: "own", ...own }] : fixed;
}

/** Locks the shop's own role, so that it is not removed while an account gets it. @throws NoOwnRoleError */
export async function lockOwnRole(tx: Tx): Promise<void> {
  if (!(await tx.one(sql`select from staff_role for share`))) throw new NoOwnRoleError();
}

export async function setOwnRole(tx: Tx, { name, permissions }: OwnRole): Promise<RoleEntry> {
  const chosen = withImplied(permissions);
  await tx.run(sql`
    insert into staff_role (role, name, permissions) values ('own', ${name}, ${chosen}::text[])
    on conflict (role) do update set name = excluded.name, permissions = excluded.permissions`);
  return { role: "own", name, permissions: chosen };
}

/** @throws OwnRoleInUseError while an account has it */
export async function removeOwnRole(tx: Tx): Promise<void> {
  await tx.run(sql`select from staff_role for update`);
  if (await tx.one(sql`select from staff where role = 'own' limit 1`)) throw new OwnRoleInUseError();
  await tx.run(sql`delete from staff_role`);
}
