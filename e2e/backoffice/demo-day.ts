import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import type { RunningShop } from "../kit/running-shop.ts";
import { createOrder, giftRing, hoops, type NewOrder } from "./demo-orders.ts";
import { expect, type StaffBrowser } from "./kit.ts";

const parcelOf = async (staff: StaffBrowser, orderId: number): Promise<ParcelEntry | undefined> =>
  (await staff.bo<ParcelEntry[]>("GET", `/parcels?order_id=${orderId}&view=all`))[0];

async function waitForParcel(staff: StaffBrowser, orderId: number, status: string): Promise<ParcelEntry> {
  await expect.poll(async () => (await parcelOf(staff, orderId))?.status, { timeout: 60_000 }).toBe(status);
  const parcel = await parcelOf(staff, orderId);
  if (!parcel) throw new Error(`order ${orderId} has no parcel`);
  return parcel;
}

/** The simulator of the carrier reports these statuses, one after the other. */
async function advance(staff: StaffBrowser, orderId: number, statuses: readonly string[]): Promise<void> {
  const { code, tracking_url } = await waitForParcel(staff, orderId, "ready_to_pick");
  for (const status of statuses) {
    const body = JSON.stringify({ order_code: code, status });
    const response = await fetch(new URL("/control/advance", tracking_url), { method: "POST", body });
    if (!response.ok) throw new Error(`the simulator of the carrier responded with ${response.status} to ${status}`);
    await waitForParcel(staff, orderId, status);
  }
}

async function pack(staff: StaffBrowser, orderId: number): Promise<void> {
  const order = `/pack/orders/${orderId}`;
  const { lines } = await staff.bo<PackOrder>("GET", order);
  const at = new Date().toISOString();
  await staff.bo("PUT", order, { ticks: lines.map(({ id, quantity }) => ({ line_id: id, quantity, at })) });
  await staff.bo("POST", `${order}/complete`);
}

/**
 * Adds a day's work to the demonstration: orders to confirm, to pack and to hand over, a parcel that came back and one
 * that could not be delivered.
 * @param staff signed in as an owner
 */
export async function prepareDay(staff: StaffBrowser, shop: RunningShop): Promise<void> {
  const gift = await giftRing(staff);
  const create = async (
    status: "pending" | "processing",
    name: [last: string, first: string],
    phone: string,
    own: NewOrder = {},
  ) => (await createOrder(staff, { status, name, phone, ...own })).id;
  const packed = [
    await create("processing", ["Phạm", "Thu Trang"], "0912345671"),
    await create("processing", ["Vũ", "Minh Khôi"], "0912345672", { lines: [{ ...hoops, quantity: 2 }] }),
  ];
  const returned = await create("processing", ["Đỗ", "Gia Hân"], "0912345673");
  const failed = await create("processing", ["Hoàng", "Đức Anh"], "0912345674");
  const birthday = { lines: [gift, hoops], note: "Chúc em sinh nhật vui vẻ!" };
  await create("processing", ["Bùi", "Khánh Linh"], "0912345675", birthday);
  await create("processing", ["Ngô", "Bảo Châu"], "0912345676");
  const forMother = { lines: [gift], note: "Tặng mẹ, giao giờ hành chính giúp mình." };
  await create("pending", ["Trần", "Thị Ngọc"], "0912345677", forMother);
  await create("pending", ["Lê", "Hoàng Nam"], "0912345678");
  await shop.command("settings set packing_photo never");
  for (const id of packed) await pack(staff, id);
  await shop.command("settings set packing_photo always");
  for (const id of packed) await waitForParcel(staff, id, "ready_to_pick");
  await advance(staff, returned, ["picked", "delivery_fail", "return", "returned"]);
  await advance(staff, failed, ["picked", "delivery_fail"]);
}
