import type { ExchangeChoices } from "#contract/backoffice/returns.ts";
import type { Language } from "#contract/language.ts";
import { type Purchasable, purchasablesOf } from "#shop/catalog/index.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { lineName, type Order, optionText } from "#shop/orders/index.ts";
import { wrongState } from "../parcels/parcel-errors.ts";

interface ExchangeState {
  paid: boolean;
  /** units of each line that came back with the newest parcel, after its inspection */
  returned: { lineId: number; units: number }[] | null;
  /** units of each line with an exchange that is not closed; those that are back at the shop left the order */
  exchanged: { lineId: number; units: number; received: number }[];
}

const readState = (reader: Reader, orderId: number): Promise<ExchangeState | undefined> =>
  reader.one<ExchangeState>(sql`
    select o.paid_at is not null or exists (
        select from payment p where p.order_id = o.id and p.status = 'succeeded' and not p.is_deposit) paid,
      (select coalesce((select jsonb_agg(jsonb_build_object('lineId', r.line_id, 'units', r.units)) from (
          select line_id, sum(quantity)::integer units from returned_item where parcel_id = p.id group by line_id) r), '[]')
        from parcel p where p.order_id = o.id and p.inspected_at is not null
          and not exists (select from parcel later where later.order_id = o.id and later.id > p.id)) returned,
      coalesce((select jsonb_agg(jsonb_build_object('lineId', e.line_id, 'units', e.units, 'received', e.received)) from (
          select x.line_id, sum(x.quantity)::integer units,
            coalesce(sum(x.quantity) filter (where x.received_at is not null), 0)::integer received
          from exchange x join orders n on n.id = x.order_id
          where x.replaces_order_id = o.id and n.status not in ('cancelled', 'failed', 'trash') group by x.line_id) e), '[]') exchanged
    from orders o where o.id = ${orderId}`);

export interface ExchangeableLine {
  line: Order["lines"][number];
  /** units that can still be exchanged */
  units: number;
}

export interface Exchangeable {
  /** the items are at the shop already */
  isReturned: boolean;
  lines: ExchangeableLine[];
}

/**
 * The lines of an order that can be exchanged: of one that was completed, or that is paid and whose parcel was returned and inspected.
 * @throws HttpError 409 for any other order
 */
export async function exchangeableLines(reader: Reader, order: Order, lang: Language): Promise<Exchangeable> {
  const state = await readState(reader, order.id);
  const isReturned = order.status === "processing" && state?.returned !== null && state?.returned !== undefined;
  if (!state || !(order.status === "completed" || isReturned)) throw wrongState(lang, "no_exchange", order.status);
  if (!state.paid) throw wrongState(lang, "not_paid", order.status);
  const lines = order.lines.map((line) => {
    const exchanged = state.exchanged.find(({ lineId }) => lineId === line.id);
    const back = state.returned?.find(({ lineId }) => lineId === line.id)?.units ?? 0;
    const units = isReturned
      ? back - (exchanged?.units ?? 0)
      : line.quantity - line.restocked - ((exchanged?.units ?? 0) - (exchanged?.received ?? 0));
    return { line, units: Math.max(0, units) };
  });
  return { isReturned, lines };
}

/** Other variations of the line's product that can be bought. */
const alternativesOf = (reader: Reader, { line }: ExchangeableLine): Promise<Purchasable[]> =>
  purchasablesOf(
    reader,
    sql`select v.product_id, v.id variation_id from variation v
      where v.product_id = ${line.productId} and v.id <> ${line.variationId ?? 0}`,
  );

/** What each line can be exchanged for. @throws HttpError 409 */
export async function listExchangeChoices(reader: Reader, order: Order, lang: Language): Promise<ExchangeChoices> {
  const { lines } = await exchangeableLines(reader, order, lang);
  const result: ExchangeChoices = [];
  for (const one of lines) {
    if (one.units === 0) continue;
    const { line } = one;
    const products = await alternativesOf(reader, one);
    result.push({
      line_id: line.id,
      name: line.ownName ?? line.name[lang],
      option: line.ownName === null ? optionText(line, lang) : lineName(line, lang),
      quantity: one.units,
      choices: products.flatMap(({ purchasable, variationId, option, managed, available }) =>
        purchasable && variationId !== null
          ? [{ variation_id: variationId, option: option[lang], available: managed ? available : null }]
          : [],
      ),
    });
  }
  return result;
}

/** A variation of the line's product, other than its own; undefined if it cannot be bought. */
export const findAlternative = async (
  reader: Reader,
  line: ExchangeableLine,
  variationId: number,
): Promise<Purchasable | undefined> =>
  (await alternativesOf(reader, line)).find((one) => one.variationId === variationId && one.purchasable);
