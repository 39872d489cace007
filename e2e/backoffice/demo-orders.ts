import type { WooOrder } from "#contract/woo/order.ts";
import { hoops as product } from "#fixtures/testing/cod-order.ts";
import type { StaffBrowser } from "./kit.ts";

interface NewLine {
  product_id: number;
  variation_id?: number;
  quantity: number;
}

export interface NewOrder {
  status?: "pending" | "processing";
  name?: [last: string, first: string];
  phone?: string;
  /** null for an order without one */
  email?: string | null;
  lines?: readonly NewLine[];
  /** in a gift box it is the text of the card */
  note?: string;
  /** null: the order is not sent by the carrier of the shop */
  carrier?: "GHN" | null;
}

/** One pair of earrings without options, and the code that is scanned for it: most tests order it. */
export const hoops = { product_id: product.id, quantity: 1 };
export const hoopsSku = "LN-E-0008";
const ring = 101;

/** A variation of the ring in a gift box: its order has a card with the customer's note. */
export async function giftRing(staff: StaffBrowser): Promise<NewLine> {
  const variations = await staff.call<{ id: number; attributes: { option: string }[]; stock_status: string }[]>(
    "GET",
    `/wp-json/wc/v3/products/${ring}/variations?per_page=100&lang=en`,
  );
  const variation = variations.find(
    ({ attributes, stock_status }) =>
      stock_status === "instock" && attributes.some(({ option }) => /Gift Box|Hộp quà/i.test(option)),
  );
  if (!variation) throw new Error(`product ${ring} has no variation in a gift box`);
  return { product_id: ring, variation_id: variation.id, quantity: 1 };
}

/** An order of `wc/v3` that is paid on delivery. By default it waits for its confirmation, with one item, for the carrier. */
export function newOrder(order: NewOrder = {}): object {
  const { status = "pending", name = ["Trần", "Thị Ngọc"], phone = "0912345670", lines = [hoops] } = order;
  const { note = "", carrier = "GHN", email = "khach@example.com" } = order;
  const [last_name, first_name] = name;
  const address = {
    ...{ first_name, last_name, phone, address_1: "12 Hàng Bạc", address_2: "Phường Hàng Bạc" },
    ...{ state: "Quận Hoàn Kiếm", city: "Thành phố Hà Nội", postcode: "10000", country: "VN" },
  };
  return {
    ...{ payment_method: "cod", payment_method_title: "Thanh toán khi nhận hàng", status, line_items: lines },
    billing: { ...address, email },
    shipping: address,
    shipping_lines: carrier ? [{ method_id: "flat_rate", method_title: carrier, total: "22000" }] : [],
    customer_note: note,
  };
}

/**
 * Creates an order, see {@link newOrder}.
 * @param staff signed in, with the permission to edit orders
 * @param own other fields of `wc/v3`
 */
export const createOrder = (staff: StaffBrowser, order: NewOrder = {}, own: object = {}): Promise<WooOrder> =>
  staff.call<WooOrder>("POST", "/wp-json/wc/v3/orders", { ...newOrder(order), ...own });
