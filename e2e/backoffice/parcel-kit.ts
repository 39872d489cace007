import type { ParcelDetail, ParcelEntry } from "#contract/backoffice/parcels.ts";
import { createOrder, type NewOrder } from "./demo-orders.ts";
import { expect, type StaffBrowser, statusOf } from "./kit.ts";

const orders = "/wp-json/wc/v3/orders";

/** Orders and parcels by the endpoints, as a staff member sees them. */
export class ParcelActions {
  readonly #staff: StaffBrowser;

  constructor(staff: StaffBrowser) {
    this.#staff = staff;
  }

  /** Creates a COD order that is processed. @returns its number */
  async order(own: NewOrder = {}): Promise<number> {
    return (await createOrder(this.#staff, { status: "processing", ...own })).id;
  }

  async parcelOf(orderId: number): Promise<ParcelEntry | undefined> {
    return (await this.#staff.bo<ParcelEntry[]>("GET", `/parcels?order_id=${orderId}&view=all`))[0];
  }

  /** Resolves when the parcel of the order has this status. */
  async reaches(orderId: number, status: string): Promise<ParcelDetail> {
    await expect.poll(async () => (await this.parcelOf(orderId))?.status, { timeout: 60_000 }).toBe(status);
    return this.#staff.bo<ParcelDetail>("GET", `/parcels/${(await this.parcelOf(orderId))?.id}`);
  }

  /** An order whose parcel the carrier has booked. */
  async booked(own: NewOrder = {}): Promise<ParcelDetail> {
    return this.reaches(await this.order(own), "ready_to_pick");
  }

  /** The carrier advances the parcel. */
  async advance({ order_id, code, tracking_url }: ParcelEntry, ...statuses: string[]): Promise<ParcelDetail> {
    for (const status of statuses) {
      const response = await fetch(new URL("/control/advance", tracking_url), {
        method: "POST",
        body: JSON.stringify({ order_code: code, status }),
      });
      expect(response.status, `the carrier sets ${status}`).toBe(200);
      await this.reaches(order_id, status);
    }
    return this.reaches(order_id, statuses.at(-1) ?? "");
  }

  cancel(orderId: number): Promise<unknown> {
    return this.#staff.call("PUT", `${orders}/${orderId}`, { status: "cancelled" });
  }

  statusOf(orderId: number): Promise<string> {
    return statusOf(this.#staff, orderId);
  }
}
