import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { type Purchasable, purchasablesOf } from "./purchasables.ts";

const maxItems = 100;
const maxQuantity = 999;

/** Parses `101:2,115:1` to ids and quantities. @throws HttpError 400 */
function parseItems(items: string, lang: Language): { id: number; quantity: number }[] {
  const pairs = items === "" ? [] : items.split(",");
  const parsed = pairs.map((pair) => {
    const [, id, quantity] = /^(\d{1,10}):(\d{1,3})$/.exec(pair) ?? [];
    return { id: Number(id), quantity: Number(quantity) };
  });
  const isInvalid = parsed.some(
    ({ id, quantity }) => !(id >= 1 && id <= 2_147_483_647 && quantity >= 1 && quantity <= maxQuantity),
  );
  if (isInvalid || parsed.length > maxItems)
    throw invalidParam("items", t(lang, "parameter_errors.type", { field: "items", types: "id:quantity,…" }));
  return parsed;
}

/** An entry of a list of items; `product` is undefined for an unknown id. */
interface ListedItem {
  id: number;
  quantity: number;
  product: Purchasable | undefined;
}

/**
 * The items of the query parameter `items`, `id:quantity,…`, in order; an id may be a product's or a variation's.
 * @throws HttpError 400 for another form
 */
export async function findListedItems(reader: Reader, items: string, lang: Language): Promise<ListedItem[]> {
  const requested = parseItems(items, lang);
  if (requested.length === 0) return [];
  const products = await purchasablesOf<{ place: number }>(
    reader,
    sql`select coalesce(v.product_id, w.id) product_id, v.id variation_id, w.place
        from unnest(${requested.map(({ id }) => id)}::integer[]) with ordinality w (id, place)
        left join variation v on v.id = w.id`,
  );
  const byPlace = new Map(products.map((product) => [product.input.place, product]));
  return requested.map((item, index) => ({ ...item, product: byPlace.get(index + 1) }));
}
