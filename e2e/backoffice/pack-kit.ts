import { readFile } from "node:fs/promises";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import type { StaffBrowser } from "./kit.ts";

/** Earrings without options. */
export const earrings = { id: 143, sku: "LN-E-0008" };

const address = {
  first_name: "Mai",
  last_name: "Nguyễn Thị",
  address_1: "5 Lý Thái Tổ",
  address_2: "Phường Lý Thái Tổ",
  city: "Hà Nội",
  state: "Hoàn Kiếm",
  country: "VN",
  phone: "0912345678",
};

interface NewLine {
  product_id: number;
  variation_id?: number;
  quantity: number;
}

/** Creates an order that is to be packed. @param staff an owner's browser @returns its number */
export async function orderToPack(staff: StaffBrowser, lines: readonly NewLine[], note = ""): Promise<number> {
  const { id } = await staff.call<{ id: number }>("POST", "/wp-json/wc/v3/orders", {
    ...{ status: "processing", payment_method: "cod", customer_note: note, line_items: lines },
    billing: { ...address, email: "mai@example.com" },
    shipping: address,
  });
  return id;
}

export const packOrder = (staff: StaffBrowser, id: number): Promise<PackOrder> =>
  staff.bo<PackOrder>("GET", `/pack/orders/${id}`);

/** Packs an order by the endpoints, with a photo of the box. @param staff signed in, with the permission to pack */
export async function pack(staff: StaffBrowser, id: number): Promise<void> {
  const path = `/pack/orders/${id}`;
  await staff.bo("POST", `${path}/assign`, {});
  const { lines } = await packOrder(staff, id);
  const at = new Date().toISOString();
  await staff.bo("PUT", path, { ticks: lines.map(({ id: line_id, quantity }) => ({ line_id, quantity, at })) });
  await staff.upload(`${path}/photos`, "image/jpeg", await readFile("public/og-image.jpg"));
  await staff.bo("POST", `${path}/complete`, {});
}

interface RingVariation {
  id: number;
  sku: string;
  stock_quantity: number | null;
  attributes: { slug: string; option: string }[];
}

/** Two variations of a ring that differ in their size. */
export async function twoSizes(staff: StaffBrowser) {
  const list = await staff.call<RingVariation[]>("GET", "/wp-json/wc/v3/products/101/variations?per_page=100");
  const sized = list.flatMap(({ attributes, stock_quantity: stock, ...one }) => {
    const size = attributes.find(({ slug }) => slug === "pa_size")?.option;
    return size && (stock ?? 0) > 0 ? [{ ...one, size }] : [];
  });
  const [first] = sized;
  const second = sized.find(({ size }) => size !== first?.size);
  if (!first || !second) throw new Error("The ring has no two sizes in stock.");
  return [first, second] as const;
}
