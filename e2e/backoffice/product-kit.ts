import type { StaffBrowser } from "./kit.ts";

export const products = "/wp-json/wc/v3/products";

interface ProductTexts {
  name: string;
  description: string;
}

/** What tests compare of a product of `wc/v3`. */
interface EditedProduct {
  id: number;
  name: string;
  slug: string;
  status: string;
  regular_price: string;
  sale_price: string;
  stock_quantity: number;
  storage_place: string;
  images: { id: number; alt: string }[];
  translations: Record<"vi" | "en", ProductTexts>;
  specifications: { metal: { name: string } } | null;
}

/**
 * Creates a product that no list of the storefront shows, so that the tests of public pages do not find it.
 * @param body fields of `wc/v3`
 */
export const createProduct = (staff: StaffBrowser, body: object): Promise<EditedProduct> =>
  staff.call<EditedProduct>("POST", products, { catalog_visibility: "hidden", ...body });

export const readProduct = (staff: StaffBrowser, id: number): Promise<EditedProduct> =>
  staff.call<EditedProduct>("GET", `${products}/${id}?context=edit`);

export const stockOf = async (staff: StaffBrowser, id: number): Promise<number> =>
  (await readProduct(staff, id)).stock_quantity;

let ownProducts = 0;

/** Creates a published product with units in stock. @param own other fields of `wc/v3` */
export async function ownProduct(staff: StaffBrowser, stock: number, own: object = {}) {
  const sku = `OWN-${process.pid}-${++ownProducts}`;
  const name = `Lắc tay thử ${sku}`;
  const { id } = await createProduct(staff, {
    ...{ name, sku, regular_price: "600000", manage_stock: true, stock_quantity: stock, status: "publish" },
    ...own,
  });
  return { id, sku, name };
}
