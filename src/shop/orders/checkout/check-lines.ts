import type { Language } from "#contract/language.ts";
import { findPurchasables, type Purchasable } from "#shop/catalog/index.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import type { ProductDetailsCache } from "#shop/kernel/cache/product-details-cache.ts";
import { t } from "#shop/kernel/http/messages.ts";
import type { WantedLine } from "./checkout.ts";

export interface CheckedLine {
  piece: Purchasable;
  quantity: number;
}

/** A line that cannot be had, and why, in words. */
export interface BadLine {
  /** place in the call's list */
  index: number;
  product_id: number;
  variation_id: number | null;
  code: "not_found" | "option_required" | "out_of_stock";
  message: string;
  /** pieces on hand, for out_of_stock */
  available: number | null;
}

/** @throws Refusal 400 that names each bad line, in its message and in `data.details[parameter].data.lines` */
export function refuseLines(parameter: string, lines: readonly BadLine[]): never {
  const message = lines.map((line) => line.message).join(" ");
  throw new HttpError(400, "rest_invalid_param", message, {
    extra: {
      params: { [parameter]: message },
      details: { [parameter]: { code: lines[0]?.code ?? "not_found", message, data: { lines } } },
    },
  });
}

/** One product and variation wanted twice is one line of an order. */
export function mergeDuplicateLines(wanted: readonly WantedLine[]): WantedLine[] {
  const lines = new Map<string, WantedLine>();
  for (const line of wanted) {
    const key = `${line.productId}/${line.variationId}`;
    lines.set(key, { ...line, quantity: line.quantity + (lines.get(key)?.quantity ?? 0) });
  }
  return [...lines.values()];
}

/** Lines whose stock holds fewer pieces than all lines together want of it. */
function shortLines(lines: readonly CheckedLine[], onHand: (line: CheckedLine) => number, lang: Language): BadLine[] {
  const wanted = new Map<number, number>();
  for (const { piece, quantity } of lines) wanted.set(piece.stockId, (wanted.get(piece.stockId) ?? 0) + quantity);
  return lines.flatMap((line, index): BadLine[] => {
    const available = onHand(line);
    if ((wanted.get(line.piece.stockId) ?? 0) <= available) return [];
    const { piece } = line;
    const name = piece.option[lang] ? `${piece.name[lang]} (${piece.option[lang]})` : piece.name[lang];
    const message = t(lang, available > 0 ? "order_errors.line_stock" : "order_errors.line_sold_out", {
      name,
      count: available,
    });
    const { productId: product_id, variationId: variation_id } = piece;
    return [{ index, product_id, variation_id, code: "out_of_stock", message, available }];
  });
}

interface Checking {
  /** where the call carries its lines */
  parameter: string;
  lang: Language;
  /** pieces by stock that are the shopper's already, in an order of theirs that this one takes the place of */
  held?: ReadonlyMap<number, number>;
  /** what is known of products already */
  facts: ProductDetailsCache<unknown>;
}

/**
 * The catalogue's word on what is wanted: prices, names, stock.
 * @throws Refusal 400 naming each line that is unknown, unpublished, without its option or out of stock
 */
export async function checkLines(
  reader: Reader,
  wanted: readonly WantedLine[],
  { parameter, lang, held, facts }: Checking,
): Promise<CheckedLine[]> {
  const lines = mergeDuplicateLines(wanted);
  const pieces = await findPurchasables(reader, lines, facts);
  const bad: BadLine[] = [];
  const good: CheckedLine[] = [];
  for (const [index, { productId, variationId, quantity }] of lines.entries()) {
    const piece = pieces[index];
    const named = { index, product_id: productId, variation_id: variationId, available: null };
    if (piece?.published && piece.needsVariation) {
      const message = t(lang, "order_errors.line_option", { name: piece.name[lang] });
      bad.push({ ...named, code: "option_required", message });
    } else if (piece?.purchasable) good.push({ piece, quantity });
    else bad.push({ ...named, code: "not_found", message: t(lang, "order_errors.line_unknown", { id: productId }) });
  }
  const onHand = ({ piece }: CheckedLine) => piece.available + (held?.get(piece.stockId) ?? 0);
  if (bad.length === 0) bad.push(...shortLines(good, onHand, lang));
  if (bad.length > 0) refuseLines(parameter, bad);
  return good;
}

/** The same refusal for what somebody else bought in between. @throws Refusal 400 */
export function assertInStock(
  lines: readonly CheckedLine[],
  short: readonly { stockId: number; available: number }[],
  { parameter, lang }: { parameter: string; lang: Language },
): never {
  const onHand = new Map(short.map(({ stockId, available }) => [stockId, available]));
  refuseLines(
    parameter,
    shortLines(lines, ({ piece }) => onHand.get(piece.stockId) ?? Number.POSITIVE_INFINITY, lang),
  );
}
