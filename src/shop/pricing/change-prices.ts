import { createHash } from "node:crypto";
import type { z } from "zod";
import {
  maxPriceLines,
  type PriceChangeRequest,
  type PriceChangeResult,
  type PriceLine,
  type PriceRule,
} from "#contract/backoffice/prices.ts";
import type { Language } from "#contract/language.ts";
import { dong } from "#contract/money.ts";
import { json, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { createTask } from "#shop/tasks/index.ts";
import { findPrices, type PricedItem } from "./find-prices.ts";
import { applyRule, effectivePrice, isSamePrice, raisedWarning, warningsOf } from "./price-rule.ts";

type PriceChangeInput = z.output<typeof PriceChangeRequest>;

export interface PriceContext {
  staffId: number;
  lang: Language;
  /** whether margins and warnings about costs are included */
  costs: boolean;
  now: Date;
}

function lineOf({ prices, unitCost, productId, ...item }: PricedItem, rule: PriceRule, costs: boolean): PriceLine {
  const after = applyRule(prices, rule);
  const cost = costs ? unitCost : null;
  const price = effectivePrice(after);
  return {
    ...item,
    product_id: productId,
    before: prices,
    after,
    difference: dong(price - effectivePrice(prices)),
    margin: cost === null || price === 0 ? null : Math.round(((price - cost) / price) * 1000) / 10,
    warnings: [...raisedWarning(prices, after, rule), ...warningsOf(prices, after, cost)],
  };
}

/** A hash of all lines, also the excluded ones: no exclusion allows to write a line that the staff member has not seen. */
const previewOf = (lines: readonly PriceLine[]): string =>
  createHash("sha256")
    .update(JSON.stringify(lines.map(({ id, before, after }) => [id, before, after])))
    .digest("base64url")
    .slice(0, 22);

/** The lines that the request would change, and how many stay as they are. @throws HttpError 400 for too many */
export async function previewPrices(
  reader: Reader,
  { filter, rule, exclude }: PriceChangeInput,
  { lang, costs }: Pick<PriceContext, "lang" | "costs">,
): Promise<PriceChangeResult> {
  const items = await findPrices(reader, filter, { lang, limit: maxPriceLines + 1 });
  if (items.length > maxPriceLines)
    throw invalidParam("filter", t(lang, "price_errors.too_many", { max: maxPriceLines }));
  const excluded = new Set(exclude);
  const changed = items
    .map((item) => lineOf(item, rule, costs))
    .filter(({ before, after }) => !isSamePrice(before, after));
  const lines = changed.filter(({ id }) => !excluded.has(id));
  return { id: null, task: null, preview: previewOf(changed), lines, unchanged: items.length - lines.length };
}

/** Products whose prices one transaction writes. */
const productsPerChunk = 25;

/** Numbers the lines by chunks of whole products: two chunks never write the same product. */
function chunksOf(lines: readonly PriceLine[]): number[] {
  const products = new Map<number, number>();
  return lines.map(({ product_id }) => {
    const place = products.get(product_id) ?? products.size;
    products.set(product_id, place);
    return Math.floor(place / productsPerChunk) + 1;
  });
}

/**
 * Stores the change and starts it as one background task.
 * @throws HttpError 400 if no price would change, 409 `lianne_preview_outdated` if the lines differ from the preview
 */
export async function startPriceChange(
  tx: Tx,
  input: PriceChangeInput,
  context: PriceContext,
): Promise<PriceChangeResult> {
  const { staffId, lang, now } = context;
  const planned = await previewPrices(tx, input, context);
  const { lines, preview } = planned;
  if (input.preview !== undefined && input.preview !== preview)
    throw new HttpError(409, "lianne_preview_outdated", t(lang, "price_errors.outdated"));
  if (lines.length === 0) throw invalidParam("rule", t(lang, "price_errors.none"));
  const change = await tx.one<{ id: number }>(sql`
    insert into price_change (rule, filter, staff_id, created_at)
    values (${json(input.rule)}::jsonb, ${json(input.filter)}::jsonb, ${staffId}, ${now}) returning id`);
  if (!change) throw new Error("the price change was not inserted");
  const chunks = chunksOf(lines);
  const rows = lines.map(({ id, product_id, before, after }, index) => {
    return { item_id: id, product_id, before, after, chunk: chunks[index] };
  });
  await tx.run(sql`
    insert into price_change_line (price_change_id, item_id, product_id, before, after, chunk)
    select ${change.id}, r.* from jsonb_to_recordset(${json(rows)}::jsonb)
      r (item_id integer, product_id integer, before jsonb, after jsonb, chunk integer)`);
  const task = await createTask(tx, {
    ...{ kind: "price_change", action: "apply", records: [...new Set(chunks)], input: { change: change.id } },
    ...{ staffId, lang, now },
  });
  return { ...planned, id: change.id, task };
}
