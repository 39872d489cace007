import type { z } from "zod";
import type { MissingItem, PackExtra, PackTick, UpdatePacking } from "#contract/backoffice/packing.ts";
import type { Stage } from "#contract/stages.ts";
import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { lockStock, reserveStock } from "#shop/catalog/index.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { addOrderNote, lineName, lockOrder, type OrderLine } from "#shop/orders/index.ts";
import { enqueueParcelUpdate } from "../shipment.ts";
import {
  assignedToOther,
  beingChanged,
  itemChanged,
  lineNotFound,
  notAllTicked,
  notToPack,
  packOrderNotFound,
  photoRequired,
} from "./packing-errors.ts";
import { requireBox } from "./packing-boxes.ts";
import { readPackingRules } from "./settings.ts";

/** The staff member that packs. */
export interface Packer {
  staffId: number;
  name: string;
  lang: Language;
  now: Date;
}

interface PackingState {
  stage: Stage;
  total: Dong;
  state: "in_progress" | "packed" | "missing" | null;
  staffId: number | null;
  name: string | null;
  at: Date | null;
  /** the customer's change is being applied, in seconds */
  changing: boolean;
}

/** Locks an order, as every change of its status does, and reads its packing. @throws HttpError 404 */
async function lockedPacking(tx: Tx, orderId: number, lang: Language): Promise<PackingState> {
  const row = (await lockOrder(tx, orderId))
    ? await tx.one<PackingState>(sql`
        select w.stage, o.total, k.state, k.staff_id "staffId", m.name, k.at,
          exists (select from order_change c where c.order_id = o.id and c.state = 'due') changing
        from orders o join order_workflow w on w.order_id = o.id
          left join packing k on k.order_id = o.id left join staff m on m.id = k.staff_id
        where o.id = ${orderId} and o.status <> 'trash'`)
    : undefined;
  if (!row) throw packOrderNotFound(lang);
  return row;
}

const isOthers = ({ staffId }: PackingState, packer: Packer): boolean => staffId !== null && staffId !== packer.staffId;

const other = (lang: Language, { name, at, state }: PackingState) =>
  assignedToOther(lang, { name: name ?? "?", since: at ?? new Date(0), packed: state === "packed" });

/** @throws HttpError 409 unless the order is to be packed, or is packed by this staff member already */
function assertPackable(before: PackingState, packer: Packer): void {
  if (before.state === "packed" && isOthers(before, packer)) throw other(packer.lang, before);
  if (before.stage !== "to_pack") throw notToPack(packer.lang, before.stage);
  if (before.changing) throw beingChanged(packer.lang);
}

/**
 * Assigns the packing of an order. @param force takes it over from another staff member, with its ticks
 * @throws HttpError 404, 409 `lianne_assigned_to_other` with `data.by`, 409 `lianne_invalid_state`
 */
export async function assignPacking(
  tx: Tx,
  orderId: number,
  { packer, force = false, tray = null }: { packer: Packer; force?: boolean; tray?: number | null },
): Promise<void> {
  const before = await lockedPacking(tx, orderId, packer.lang);
  assertPackable(before, packer);
  if (before.state !== null && isOthers(before, packer) && !force) throw other(packer.lang, before);
  const isMine = before.staffId === packer.staffId;
  await tx.run(sql`
    insert into packing as k (order_id, state, staff_id, at, tray)
    values (${orderId}, 'in_progress', ${packer.staffId}, ${packer.now}, ${tray}::integer)
    on conflict (order_id) do update set staff_id = excluded.staff_id, tray = case when ${isMine && tray === null} then k.tray else excluded.tray end,
      at = case when ${isMine} then k.at else excluded.at end`);
}

type TickedLine = Pick<OrderLine, "id" | "name" | "ownName" | "options" | "sku">;

/** @param sku of the item that the device saw @throws HttpError 404, 409 `lianne_item_changed` */
function assertSeen<Line extends TickedLine>(
  line: Line | undefined,
  sku: string | null | undefined,
  lang: Language,
): asserts line is Line {
  if (!line) throw lineNotFound(lang);
  if (sku && sku !== line.sku) throw itemChanged(lang, lineName(line, lang));
}

/** Stores the union of the ticks that exist and those that arrive: sending them again has no effect. */
async function addTicks(tx: Tx, orderId: number, { ticks, packer }: { ticks: readonly PackTick[]; packer: Packer }) {
  if (ticks.length === 0) return;
  const lines = await tx.all<TickedLine>(sql`
    select id, name, custom_name "ownName", options, sku from order_line where order_id = ${orderId}`);
  for (const { line_id, sku } of ticks)
    assertSeen(
      lines.find(({ id }) => id === line_id),
      sku,
      packer.lang,
    );
  await tx.run(sql`
    insert into packing_tick (order_id, line_id, staff_id, at, quantity)
    select ${orderId}, t.line_id, ${packer.staffId}, t.at, t.quantity
    from jsonb_to_recordset(${json(ticks)}::jsonb) t (line_id integer, at timestamptz, quantity integer)
    on conflict do nothing`);
}

/** Stores what else is in the box: the last change of each counts. @throws HttpError 404 for a gift of another order */
async function changeExtras(
  tx: Tx,
  orderId: number,
  { extras, lang }: { extras: readonly PackExtra[]; lang: Language },
) {
  if (extras.length === 0) return;
  const known = await tx.all<{ id: string }>(sql`select 'gift-' || id id from order_line where order_id = ${orderId}`);
  const ids = new Set(["card", ...known.map(({ id }) => id)]);
  if (extras.some(({ id }) => !ids.has(id))) throw lineNotFound(lang);
  const changes = new Map(extras.map(({ id, packed }) => [id, packed]));
  const packed = [...changes].flatMap(([id, isPacked]) => (isPacked ? [id] : []));
  await tx.run(sql`
    update packing set extras = array(
      select id from unnest(extras) id where id <> all(${[...changes.keys()]}::text[]) union select unnest(${packed}::text[]) order by 1)
    where order_id = ${orderId}`);
}

/**
 * Adds ticks, and sets what else is in the box, and weight, dimensions and box of the parcel: a booked one is updated at its carrier. Ticks of two staff members for one order are united.
 * @throws HttpError 404, 400 for an unknown box, 409 if the order is not to be packed any more, or another staff member has packed it
 */
export async function updatePacking(
  tx: Tx,
  orderId: number,
  { change, packer }: { change: z.output<typeof UpdatePacking>; packer: Packer },
): Promise<void> {
  const before = await lockedPacking(tx, orderId, packer.lang);
  // the last response was lost: the ticks of a packed order are stored already
  if (before.state === "packed" && !isOthers(before, packer)) return;
  assertPackable(before, packer);
  await tx.run(sql`
    insert into packing (order_id, state, staff_id, at) values (${orderId}, 'in_progress', ${packer.staffId}, ${packer.now})
    on conflict (order_id) do nothing`);
  await addTicks(tx, orderId, { ticks: change.ticks, packer });
  await changeExtras(tx, orderId, { extras: change.extras, lang: packer.lang });
  const { weight_g = null, size_cm, box_id } = change;
  if (weight_g === null && box_id === undefined && !size_cm) return;
  if (typeof box_id === "number") await requireBox(tx, box_id, packer.lang);
  await tx.run(sql`
    update packing set weight_g = coalesce(${weight_g}::integer, weight_g),
      box_id = case when ${box_id === undefined} then box_id else ${box_id ?? null}::integer end,
      length_cm = coalesce(${size_cm?.length ?? null}::smallint, length_cm), width_cm = coalesce(${size_cm?.width ?? null}::smallint, width_cm),
      height_cm = coalesce(${size_cm?.height ?? null}::smallint, height_cm)
    where order_id = ${orderId}`);
  await enqueueParcelUpdate(tx, orderId, "size", packer.now);
}

const unticked = (tx: Tx, orderId: number): Promise<{ line_id: number; missing: number }[]> =>
  tx.all(sql`
    select l.id line_id, (l.quantity - l.restocked - coalesce(sum(t.quantity), 0))::integer missing
    from order_line l left join packing_tick t on t.line_id = l.id and t.order_id = l.order_id
    where l.order_id = ${orderId} group by l.id
    having l.quantity - l.restocked > coalesce(sum(t.quantity), 0) order by l.id`);

/**
 * Marks an order as packed. A repetition by the same staff member has no effect.
 * @throws HttpError 404, 409 `lianne_invalid_state`, `lianne_assigned_to_other`, `lianne_not_all_ticked` or `lianne_photo_required`
 */
export async function completePacking(tx: Tx, orderId: number, packer: Packer): Promise<void> {
  const { lang } = packer;
  const before = await lockedPacking(tx, orderId, lang);
  if (before.state === "packed" && !isOthers(before, packer)) return;
  assertPackable(before, packer);
  if (before.state !== null && isOthers(before, packer)) throw other(lang, before);
  const lines = await unticked(tx, orderId);
  if (lines.length > 0) throw notAllTicked(lang, lines);
  if ((await readPackingRules(tx)).requiresPhoto(before.total)) {
    const photo = await tx.one(sql`select from packing_photo where order_id = ${orderId} limit 1`);
    if (!photo) throw photoRequired(lang);
  }
  await tx.run(sql`
    update packing set state = 'packed', staff_id = ${packer.staffId}, at = ${packer.now}, tray = null where order_id = ${orderId}`);
}

type MissingLine = TickedLine & Pick<OrderLine, "stockId"> & { left: number };

/**
 * Takes units that cannot be found out of the stock. What the books still have is taken first; the rest was reserved by this order alone, and
 * must not return to stock if the order is cancelled.
 */
async function correctStock(tx: Tx, orderId: number, { stockId, id }: MissingLine, quantity: number): Promise<number> {
  if (stockId === null) return 0;
  const [stock] = await lockStock(tx, [stockId]);
  if (!stock?.managed) return 0;
  const taken = Math.min(stock.quantity, quantity);
  if (taken > 0)
    await reserveStock(tx, [{ stockId, quantity: taken }], { reason: "correction", orderId, note: "packing" });
  if (taken < quantity)
    await tx.run(sql`update order_line set restocked = restocked + ${quantity - taken} where id = ${id}`);
  return taken;
}

/**
 * Reports units of a line that cannot be found: corrects the stock, adds a private note, and the order needs a review.
 * @throws HttpError 404, 409
 */
export async function reportMissing(
  tx: Tx,
  orderId: number,
  { item, packer }: { item: z.output<typeof MissingItem>; packer: Packer },
): Promise<void> {
  const { lang, now } = packer;
  const before = await lockedPacking(tx, orderId, lang);
  assertPackable(before, packer);
  const line = await tx.one<MissingLine>(sql`
    select id, name, custom_name "ownName", options, sku, stock_id "stockId", quantity - restocked "left"
    from order_line where id = ${item.line_id} and order_id = ${orderId}`);
  assertSeen(line, item.sku, lang);
  const quantity = Math.min(item.quantity, line.left);
  const taken = await correctStock(tx, orderId, line, quantity);
  await addOrderNote(
    tx,
    orderId,
    // read by the merchant, whose language the notes are in
    t("vi", "packing_notes.missing", { quantity, name: lineName(line, "vi"), by: packer.name, taken }),
    now,
  );
  await tx.run(sql`
    insert into packing (order_id, state, staff_id, at) values (${orderId}, 'missing', ${packer.staffId}, ${now})
    on conflict (order_id) do update set state = 'missing', staff_id = excluded.staff_id, at = excluded.at, tray = null`);
}

/**
 * Returns a packed order, or one that lacks an item, to the orders to pack. Its ticks are removed.
 * @param requireReview throws unless the role decides about orders that need a review, as one that lacks an item does
 * @throws HttpError 404, 409
 */
export async function reopenPacking(
  tx: Tx,
  orderId: number,
  { reason, packer, requireReview }: { reason: string; packer: Packer; requireReview: () => void },
): Promise<void> {
  const { stage, state } = await lockedPacking(tx, orderId, packer.lang);
  const isOpenable = state === "missing" || stage === "to_hand_over" || stage === "to_collect";
  if (state === null || !isOpenable) throw notToPack(packer.lang, stage);
  if (state === "missing") requireReview();
  await tx.run(sql`delete from packing where order_id = ${orderId}`);
  // it waits since it was accepted, or came back and is sent again: a slip does not make a late order a new one
  await tx.run(sql`
    update order_workflow w set stage_since = e.at
    from (select greatest(
      (select max(at) from order_event where order_id = ${orderId} and to_status = 'processing'),
      (select max(inspected_at) from parcel where order_id = ${orderId})) at) e
    where w.order_id = ${orderId} and w.stage = 'to_pack' and e.at is not null`);
  // the next box is scanned again
  await tx.run(sql`
    delete from manifest_parcel mp using parcel p, manifest m
    where p.id = mp.parcel_id and m.id = mp.manifest_id and p.order_id = ${orderId} and m.closed_at is null`);
  await addOrderNote(tx, orderId, t("vi", "packing_notes.reopened", { reason, by: packer.name }), packer.now);
}
