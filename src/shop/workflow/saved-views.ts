import type { NewView, SavedView, ViewUpdate } from "#contract/backoffice/saved-views.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";

/** the list that the views are of */
const list = "orders";

/** Shared with all staff members, as long as the account that shares it is an owner's. */
const isShared: Sql = sql`(shared and exists (
  select from staff m where m.id = saved_view.staff_id and m.role = 'owner' and m.closed_at is null))`;

const columnsFor = (staffId: number): Sql =>
  sql`id, name, query, columns, ${isShared} shared, position,
    exists (select from default_view d where d.view_id = saved_view.id and d.staff_id = ${staffId}) is_default, staff_id = ${staffId} own`;

const ownView = (id: number, staffId: number): Sql => sql`id = ${id} and staff_id = ${staffId} and list = ${list}`;

/** The own views in their order, then those that others share. */
export const listViews = (reader: Reader, staffId: number): Promise<SavedView[]> =>
  reader.all<SavedView>(sql`
    select ${columnsFor(staffId)} from saved_view
    where list = ${list} and (staff_id = ${staffId} or ${isShared})
    order by staff_id <> ${staffId}, position, id`);

/** An own view, or one that another staff member shares. */
const findView = (reader: Reader, id: number, staffId: number): Promise<SavedView | undefined> =>
  reader.one<SavedView>(sql`
    select ${columnsFor(staffId)} from saved_view
    where id = ${id} and list = ${list} and (staff_id = ${staffId} or ${isShared})`);

/** Makes a view the one default view of a staff member, or a default view none. */
async function setDefault(
  tx: Tx,
  id: number,
  { staffId, isDefault }: { staffId: number; isDefault: boolean },
): Promise<void> {
  await recordAuditEvent(tx, { operation: "done", object: "saved_view", id });
  await tx.run(
    isDefault
      ? sql`insert into default_view (staff_id, list, view_id) values (${staffId}, ${list}, ${id})
          on conflict (staff_id, list) do update set view_id = excluded.view_id`
      : sql`delete from default_view where staff_id = ${staffId} and view_id = ${id}`,
  );
}

/** Writers of one account's views wait for each other. */
const lockViews = (tx: Tx, staffId: number): Promise<unknown> =>
  tx.one(sql`select id from staff where id = ${staffId} for update`);

/** Inserts a view as the last one of its staff member. */
export async function insertView(tx: Tx, staffId: number, view: NewView, now: Date): Promise<SavedView> {
  await lockViews(tx, staffId);
  const row = await tx.one<SavedView>(sql`
    insert into saved_view (staff_id, list, name, query, columns, shared, position, created_at)
    select ${staffId}, ${list}, ${view.name}, ${view.query}, ${view.columns}::text[], ${view.shared},
      (select count(*) from saved_view where staff_id = ${staffId} and list = ${list}), ${now}
    returning ${columnsFor(staffId)}`);
  if (!row) throw new Error("the view was not inserted");
  if (view.is_default) await setDefault(tx, row.id, { staffId, isDefault: true });
  return { ...row, is_default: view.is_default };
}

/** Moves a view to a place among the own ones, which are then numbered from 0. */
async function moveView(tx: Tx, id: number, { staffId, position }: { staffId: number; position: number }) {
  const own = (await listViews(tx, staffId)).filter((view) => view.own).map((view) => view.id);
  const others = own.filter((one) => one !== id);
  const ordered = [...others.slice(0, position), id, ...others.slice(position)];
  await tx.run(sql`
    update saved_view v set position = o.place - 1
    from unnest(${ordered}::integer[]) with ordinality o (id, place) where v.id = o.id and v.position <> o.place - 1`);
}

/** Changes an own view; of one that another shares, only whether it is the own default. @returns the view; undefined if there is none to change */
export async function updateView(
  tx: Tx,
  id: number,
  { staffId, update }: { staffId: number; update: ViewUpdate },
): Promise<SavedView | undefined> {
  await lockViews(tx, staffId);
  const before = await findView(tx, id, staffId);
  const { is_default: isDefault, position, ...changed } = update;
  const changesView = position !== undefined || Object.keys(changed).length > 0;
  if (!before || (changesView && !before.own)) return undefined;
  if (isDefault !== undefined) await setDefault(tx, id, { staffId, isDefault });
  if (changesView) {
    const view = { ...before, ...changed };
    await tx.run(sql`
      update saved_view set name = ${view.name}, query = ${view.query}, columns = ${view.columns}::text[], shared = ${view.shared}
      where id = ${id}`);
  }
  if (position !== undefined) await moveView(tx, id, { staffId, position });
  return findView(tx, id, staffId);
}

/** @returns whether there was such an own view */
export const deleteView = async (tx: Tx, id: number, staffId: number): Promise<boolean> =>
  (await tx.run(sql`delete from saved_view where ${ownView(id, staffId)}`)) > 0;
