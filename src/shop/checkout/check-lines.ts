import { maxLineQuantity } from "#contract/cart.ts";
import type { Language } from "#contract/language.ts";
import { findPurchasables, type ProductDetailsCache, type Purchasable } from "#shop/catalog/index.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { type LineError, throwLineErrors } from "#shop/orders/index.ts";
import type { RequestedLine } from "./checkout.ts";
import { keyOfLine } from "./line-keys.ts";

export interface CheckedLine {
  product: Purchasable;
  quantity: number;
}

/** Merges lines with the same product and variation into one. */
export function mergeDuplicateLines(requested: readonly RequestedLine[]): RequestedLine[] {
  const lines = new Map<string, RequestedLine>();
  for (const line of requested) {
    const key = keyOfLine(line);
    lines.set(key, { ...line, quantity: line.quantity + (lines.get(key)?.quantity ?? 0) });
  }
  return [...lines.values()];
}

const displayName = ({ name, option }: Purchasable, lang: Language): string =>
  option[lang] ? `${name[lang]} (${option[lang]})` : name[lang];

/** Lines of more than {@link maxLineQuantity} units, although the stock would suffice. */
const fullLineErrors = (lines: readonly CheckedLine[], lang: Language): LineError[] =>
  lines.flatMap(({ product, quantity }, index): LineError[] => {
    if (quantity <= maxLineQuantity) return [];
    const { productId: product_id, variationId: variation_id } = product;
    const message = t(lang, "order_errors.line_limit", { name: displayName(product, lang), max: maxLineQuantity });
    return [{ index, product_id, variation_id, code: "line_full", message, available: null }];
  });

/** Lines whose stock is less than what all lines together request of it. */
function outOfStockErrors(
  lines: readonly CheckedLine[],
  availableFor: (line: CheckedLine) => number,
  lang: Language,
): LineError[] {
  const requested = new Map<number, number>();
  for (const { product, quantity } of lines)
    requested.set(product.stockId, (requested.get(product.stockId) ?? 0) + quantity);
  return lines.flatMap((line, index): LineError[] => {
    const { product } = line;
    const available = availableFor(line);
    if ((requested.get(product.stockId) ?? 0) <= available) return [];
    const message = t(lang, available > 0 ? "order_errors.line_stock" : "order_errors.line_sold_out", {
      name: displayName(product, lang),
      count: available,
    });
    const { productId: product_id, variationId: variation_id } = product;
    return [{ index, product_id, variation_id, code: "out_of_stock", message, available }];
  });
}

/** The message for a line that cannot be ordered; it names the product if that exists. */
export const notSoldMessage = (lang: Language, product: Purchasable | undefined, id: number): string =>
  product
    ? t(lang, "order_errors.line_withdrawn", { name: product.name[lang] })
    : t(lang, "order_errors.line_unknown", { id });

/** The products of lines whose variation does not exist, by id, for their names. */
async function findParents(
  reader: Reader,
  lines: readonly RequestedLine[],
  details: ProductDetailsCache,
): Promise<Map<number, Purchasable | undefined>> {
  const ids = lines.map(({ productId }) => productId);
  const found = await findPurchasables(
    reader,
    ids.map((productId) => ({ productId, variationId: null })),
    details,
  );
  return new Map(ids.map((id, index) => [id, found[index]]));
}

interface CheckOptions {
  /** the request's parameter that carries the lines */
  parameter: string;
  lang: Language;
  /** by stock id: quantities that the customer's own order reserves, which this order replaces */
  reserved?: ReadonlyMap<number, number>;
  details: ProductDetailsCache;
}

/** The requested lines as the catalog has them. `checked` has those that can be ordered, apart from their stock. */
interface InspectedLines {
  /** in the order of the request, without duplicates; undefined for what does not exist */
  products: readonly (Purchasable | undefined)[];
  checked: CheckedLine[];
  errors: LineError[];
}

/**
 * Looks the requested lines up in the catalog: prices, names, stock; and each line that is unknown, unpublished, out of stock, too large
 * or lacks its variation.
 */
export async function inspectLines(
  reader: Reader,
  requested: readonly RequestedLine[],
  { lang, reserved, details }: Omit<CheckOptions, "parameter">,
): Promise<InspectedLines> {
  const lines = mergeDuplicateLines(requested);
  const products = await findPurchasables(reader, lines, details);
  const parents = await findParents(
    reader,
    lines.filter((_, index) => !products[index]),
    details,
  );
  const errors: LineError[] = [];
  const checked: CheckedLine[] = [];
  for (const [index, { productId, variationId, quantity }] of lines.entries()) {
    const product = products[index];
    const position = { index, product_id: productId, variation_id: variationId, available: null };
    if (product?.published && product.needsVariation) {
      const message = t(lang, "order_errors.line_option", { name: product.name[lang] });
      errors.push({ ...position, code: "option_required", message });
    } else if (product?.purchasable) checked.push({ product, quantity });
    else {
      const parent = parents.get(productId);
      const message = parent?.published
        ? t(lang, "order_errors.line_option_withdrawn", { name: parent.name[lang] })
        : notSoldMessage(lang, product ?? parent, productId);
      errors.push({ ...position, code: "not_found", message });
    }
  }
  const availableFor = ({ product }: CheckedLine) => product.available + (reserved?.get(product.stockId) ?? 0);
  if (errors.length === 0) errors.push(...outOfStockErrors(checked, availableFor, lang));
  if (errors.length === 0) errors.push(...fullLineErrors(checked, lang));
  return { products, checked, errors };
}

/**
 * As {@link inspectLines}, for an order.
 * @throws HttpError 400 listing each line that cannot be ordered
 */
export async function checkLines(
  reader: Reader,
  requested: readonly RequestedLine[],
  { parameter, ...options }: CheckOptions,
): Promise<CheckedLine[]> {
  const { checked, errors } = await inspectLines(reader, requested, options);
  if (errors.length > 0) throwLineErrors(parameter, errors);
  return checked;
}

/**
 * Reports stock that other orders have reserved since {@link checkLines}.
 * @param short the stocks that did not suffice
 * @throws HttpError 400, as checkLines does
 */
export function throwOutOfStock(
  lines: readonly CheckedLine[],
  short: readonly { stockId: number; available: number }[],
  { parameter, lang }: { parameter: string; lang: Language },
): never {
  const available = new Map(short.map(({ stockId, available }) => [stockId, available]));
  return throwLineErrors(
    parameter,
    outOfStockErrors(lines, ({ product }) => available.get(product.stockId) ?? Number.POSITIVE_INFINITY, lang),
  );
}
