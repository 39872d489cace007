import type { StaffBrowser } from "./kit.ts";

export interface NewOrder {
  status: "pending" | "processing";
  name?: [last: string, first: string];
  phone?: string;
  lines: readonly { product_id: number; variation_id?: number; quantity: number }[];
  /** in a gift box it is the text of the card */
  note?: string;
  /** null: the order is not sent by the carrier of the shop */
  carrier?: "GHN" | null;
}

export const hoops = { product_id: 143, quantity: 1 };
const ring = 101;

/** A variation of the ring in a gift box: its order has a card with the customer's note. */
export async function giftRing(staff: StaffBrowser): Promise<NewOrder["lines"][number]> {
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

/** Creates an order that is paid on delivery. @param staff signed in as an owner @returns its number */
export async function createOrder(staff: StaffBrowser, order: NewOrder): Promise<number> {
  const { status, name = ["Trần", "Thị Ngọc"], phone = "0912345670", lines, note = "", carrier = "GHN" } = order;
  const [last_name, first_name] = name;
  const address = {
    ...{ first_name, last_name, phone, address_1: "12 Hàng Bạc", address_2: "Phường Hàng Bạc" },
    ...{ state: "Quận Hoàn Kiếm", city: "Thành phố Hà Nội", postcode: "10000", country: "VN" },
  };
  const { id } = await staff.call<{ id: number }>("POST", "/wp-json/wc/v3/orders", {
    ...{ payment_method: "cod", payment_method_title: "Thanh toán khi nhận hàng", status, line_items: lines },
    billing: { ...address, email: "khach@example.com" },
    shipping: address,
    shipping_lines: carrier ? [{ method_id: "flat_rate", method_title: carrier, total: "22000" }] : [],
    customer_note: note,
  });
  return id;
}
