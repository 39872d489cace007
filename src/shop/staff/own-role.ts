import { type Permission, permissionsOf, roles, withImplied } from "#contract/permissions.ts";
import type { OwnRole, RoleEntry } from "#contract/backoffice/staff.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { conflict, isOutdated, versionOfRecord } from "#shop/kernel/request/if-match.ts";

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

const entryOf = ({ name, permissions }: { name: string; permissions: Permission[] }): RoleEntry => ({
  role: "own",
  name,
  permissions,
  version: versionOfRecord([name, permissions.toSorted()]),
});

/** The fixed roles, and the shop's own one if there is one. */
export async function listRoles(reader: Reader): Promise<RoleEntry[]> {
  const own = await findOwnRole(reader);
  const fixed = roles.map((role): RoleEntry => ({ role, name: null, permissions: permissionsOf(role), version: null }));
  return own ? [...fixed, entryOf(own)] : fixed;
}

/** What an owner has expected of the own role: its version, `none` without one, null for any. */
interface ExpectedRole {
  loaded: string | null;
  lang: Language;
}

/** Locks the own role, or that there is none. @throws HttpError 412 with the role as it is now, null without one */
async function assertRoleUnchanged(tx: Tx, { loaded, lang }: ExpectedRole): Promise<void> {
  await tx.run(sql`lock table staff_role in share row exclusive mode`);
  const own = await findOwnRole(tx);
  const current = own ? entryOf(own) : null;
  if (isOutdated(loaded, current?.version ?? "none")) throw conflict(lang, current);
}

/** Locks the shop's own role, so that it is not removed while an account gets it. @throws NoOwnRoleError */
export async function lockOwnRole(tx: Tx): Promise<void> {
  if (!(await tx.one(sql`select from staff_role for share`))) throw new NoOwnRoleError();
}

/** Creates or changes the own role. @throws HttpError 412 */
export async function setOwnRole(tx: Tx, { name, permissions }: OwnRole, expected: ExpectedRole): Promise<RoleEntry> {
  await assertRoleUnchanged(tx, expected);
  const chosen = withImplied(permissions);
  await tx.run(sql`
    insert into staff_role (role, name, permissions) values ('own', ${name}, ${chosen}::text[])
    on conflict (role) do update set name = excluded.name, permissions = excluded.permissions`);
  return entryOf({ name, permissions: chosen });
}

/** @throws OwnRoleInUseError while an account has it; HttpError 412 */
export async function removeOwnRole(tx: Tx, expected: ExpectedRole): Promise<void> {
  await assertRoleUnchanged(tx, expected);
  await tx.run(sql`select from staff_role for update`);
  if (await tx.one(sql`select from staff where role = 'own' limit 1`)) throw new OwnRoleInUseError();
  await tx.run(sql`delete from staff_role`);
}
