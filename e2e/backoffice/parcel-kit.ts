import type { ParcelDetail, ParcelEntry } from "#contract/backoffice/parcels.ts";
import { expect, type StaffBrowser } from "./kit.ts";

const orders = "/wp-json/wc/v3/orders";
const hoops = { product_id: 143, quantity: 1 };
const address = {
  ...{ first_name: "Ngọc", last_name: "Trần Thị", address_1: "12 Hàng Bạc", address_2: "Phường Hàng Bạc" },
  ...{ state: "Quận Hoàn Kiếm", city: "Thành phố Hà Nội", postcode: "10000", country: "VN", phone: "0912345678" },
};

/** Orders and parcels by the endpoints, as a staff member sees them. */
export class ParcelDesk {
  readonly #staff: StaffBrowser;

  constructor(staff: StaffBrowser) {
    this.#staff = staff;
  }

  /** Creates a COD order that is processed. @returns its number */
  async order(own: object = {}, phone = address.phone): Promise<number> {
    const { id } = await this.#staff.call<{ id: number }>("POST", orders, {
      ...{ payment_method: "cod", status: "processing", line_items: [hoops] },
      billing: { ...address, phone, email: "ngoc@example.com" },
      shipping: { ...address, phone },
      shipping_lines: [{ method_id: "flat_rate", method_title: "GHN", total: "22000" }],
      ...own,
    });
    return id;
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
  async booked(own: object = {}): Promise<ParcelDetail> {
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

  async statusOf(orderId: number): Promise<string> {
    return (await this.#staff.call<{ status: string }>("GET", `${orders}/${orderId}`)).status;
  }
}
