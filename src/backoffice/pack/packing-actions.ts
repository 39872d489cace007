import type { ApiResponse } from "#backoffice/api/call.ts";
import type { PackBatch, PackExtra, PackOrder, PackTick } from "#contract/backoffice/packing.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { queryClient } from "#backoffice/api/query-client.ts";
import { enqueue, hasWaiting, onSent, useQueue } from "#backoffice/api/queue/queue.ts";
import type { QueuedAction } from "#backoffice/api/queue/queued-action.ts";
import { currentLanguage } from "#backoffice/i18n/texts.ts";
import type { Extra } from "./pack-extras.ts";

type PackOrderLine = PackOrder["lines"][number];

const packSubject = (id: number): string => `order:${id}`;
/** the id in a path is a text, as the address of the screen has it */
const orderKey = (id: number) => ["GET bo/pack/orders/{id}", { path: { id: String(id) } }, currentLanguage()];

const updateIn = ({ name, body }: QueuedAction): { ticks?: PackTick[]; extras?: PackExtra[] } =>
  name === "PUT bo/pack/orders/{id}" ? (body as { ticks?: PackTick[]; extras?: PackExtra[] }) : {};

/** An order with what this device has done to it and the server does not have yet. */
export interface LocalPacking {
  order: PackOrder;
  /** photos that wait */
  waitingPhotos: number;
  /** packed on this device */
  completed: boolean;
  conflict: QueuedAction["conflict"];
}

const ofOrder = (queue: readonly QueuedAction[], id: number): QueuedAction[] =>
  queue.filter(({ path, name }) => Number(path.id) === id && name.includes("bo/pack/orders/{id}"));

/** An order with what this device has ticked and the server does not have yet. */
export function withWaitingTicks(order: PackOrder, queue: readonly QueuedAction[]): PackOrder {
  const updates = ofOrder(queue, order.id).map(updateIn);
  const ticks = updates.flatMap(({ ticks = [] }) => ticks);
  const waiting = (lineId: number) =>
    ticks.filter(({ line_id }) => line_id === lineId).reduce((sum, { quantity }) => sum + quantity, 0);
  const lines = order.lines.map((line) => ({
    ...line,
    ticked: Math.min(line.quantity, line.ticked + waiting(line.id)),
  }));
  // what the device has stored of an order may be older than its extras
  const extras = new Set(order.extras ?? []);
  for (const { id, packed } of updates.flatMap(({ extras: changes = [] }) => changes)) {
    if (packed) extras.add(id);
    else extras.delete(id);
  }
  return { ...order, lines, extras: [...extras] };
}

/** Adds the waiting actions of this device to an order. @param loaded with which the screen was opened */
export function useLocalPacking(loaded: PackOrder): LocalPacking {
  const queue = useQueue();
  // read together with the queue: an action that was sent must not disappear from one before it is in the other
  const { data } = useApi("GET bo/pack/orders/{id}", { path: { id: String(loaded.id) } }, { enabled: false });
  const order = data?.data ?? loaded;
  const actions = ofOrder(queue, order.id);
  return {
    order: withWaitingTicks(order, queue),
    waitingPhotos: actions.filter(({ name }) => name === "POST bo/pack/orders/{id}/photos").length,
    completed: actions.some(({ name }) => name === "POST bo/pack/orders/{id}/complete"),
    conflict: actions.find(({ conflict }) => conflict)?.conflict ?? null,
  };
}

/** A read that is under way may be older than the response to an action. */
const dropReads = (id: number) => void queryClient.cancelQueries({ queryKey: orderKey(id) });

/** Shows an order as the server has it, in its own screen and in the batch. */
function showOrder(order: PackOrder): void {
  dropReads(order.id);
  queryClient.setQueryData(orderKey(order.id), { data: order, etag: null, total: null });
  queryClient.setQueriesData<ApiResponse<PackBatch>>({ queryKey: ["GET bo/pack/batch"] }, (before) =>
    before
      ? { ...before, data: { orders: before.data.orders.map((one) => (one.id === order.id ? order : one)) } }
      : before,
  );
}

/** Adds the response to an action to the order that is shown, until it is read again. */
function showChange(id: number, change: (order: PackOrder) => PackOrder): void {
  dropReads(id);
  queryClient.setQueryData<ApiResponse<PackOrder>>(
    orderKey(id),
    (before) => before && { ...before, etag: null, data: change(before.data) },
  );
}

/** Shows each order as the server has it after an action was sent. Registered once, with the first screen of packing. */
onSent(({ name, path }, data) => {
  if (name === "PUT bo/pack/orders/{id}" || name === "POST bo/pack/orders/{id}/assign") showOrder(data as PackOrder);
  else if (name.includes("bo/pack/orders/{id}")) {
    if (name === "POST bo/pack/orders/{id}/photos") {
      const photo = data as PackOrder["photos"][number];
      showChange(Number(path.id), (order) => ({
        ...order,
        photos: [...order.photos.filter(({ id }) => id !== photo.id), photo],
      }));
    } else {
      const { stage } = data as Pick<PackOrder, "stage">;
      showChange(Number(path.id), (order) => ({ ...order, stage }));
    }
    void queryClient.invalidateQueries({ queryKey: ["GET bo/pack/orders/{id}"] });
    void queryClient.invalidateQueries({ queryKey: ["GET bo/pack/queue"] });
    void queryClient.invalidateQueries({ queryKey: ["GET bo/pack/batch"] });
  }
});

const about = (order: Pick<PackOrder, "id" | "number">) => ({
  subject: packSubject(order.id),
  values: { number: order.number },
});

export const tickLine = (order: PackOrder, line: PackOrderLine): Promise<void> =>
  enqueue(
    "PUT bo/pack/orders/{id}",
    {
      path: { id: order.id },
      body: { ticks: [{ line_id: line.id, sku: line.sku, quantity: 1, at: new Date().toISOString() }] },
    },
    {
      ...about(order),
      label: "pack_actions.tick",
      values: { number: order.number, name: `${line.name} ${line.option}` },
    },
  );

export const packExtra = (order: PackOrder, { id, label }: Extra, packed: boolean): Promise<void> =>
  enqueue(
    "PUT bo/pack/orders/{id}",
    { path: { id: order.id }, body: { extras: [{ id, packed }] } },
    { ...about(order), label: "pack_actions.tick", values: { number: order.number, name: label } },
  );

/** Assigns the order to this person, unless actions of this device wait: the first of them assigned it. */
export async function startPacking(order: PackOrder): Promise<void> {
  if (await hasWaiting(packSubject(order.id))) return;
  await enqueue(
    "POST bo/pack/orders/{id}/assign",
    { path: { id: order.id }, body: {} },
    { ...about(order), label: "pack_actions.assign" },
  );
}

export const addPhoto = (order: PackOrder, file: Blob): Promise<void> =>
  enqueue(
    "POST bo/pack/orders/{id}/photos",
    { path: { id: order.id }, query: { taken_at: new Date().toISOString() }, file },
    { ...about(order), label: "pack_actions.photo" },
  );

export const completePacking = (order: PackOrder): Promise<void> =>
  enqueue(
    "POST bo/pack/orders/{id}/complete",
    { path: { id: order.id } },
    { ...about(order), label: "pack_actions.complete" },
  );

export const reportMissing = (order: PackOrder, line: PackOrderLine): Promise<void> =>
  enqueue(
    "POST bo/pack/orders/{id}/missing",
    { path: { id: order.id }, body: { line_id: line.id, sku: line.sku, quantity: 1 } },
    { ...about(order), label: "pack_actions.missing", values: { number: order.number, name: line.name } },
  );

export const saveParcel = (
  order: PackOrder,
  parcel: Pick<PackOrder["parcel"], "weight_g" | "size_cm" | "box_id">,
): Promise<void> =>
  enqueue(
    "PUT bo/pack/orders/{id}",
    { path: { id: order.id }, body: parcel },
    { ...about(order), label: "pack_actions.parcel" },
  );
