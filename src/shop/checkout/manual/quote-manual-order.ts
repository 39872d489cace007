import type { ManualOrderQuote, QuoteManualOrder } from "#contract/backoffice/manual-orders.ts";
import { type ManualPayment, manualPayments, methodOfManualPayment } from "#contract/backoffice/manual-order-rules.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, max, multiply, subtract, sum } from "#contract/money.ts";
import { isOnlineMethod, violatedLimits } from "#contract/payment-methods/index.ts";
import { productDetailsOf, type Purchasable } from "#shop/catalog/index.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { resolveWard } from "#shop/locations/index.ts";
import type { LineError } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { needsShipping, quoteShipping, type ShippingQuery } from "#shop/shipping/index.ts";
import { inspectLines } from "../check-lines.ts";
import { toRequestedLines } from "../checkout.ts";
import { priceOf } from "./manual-lines.ts";

type Items = ShippingQuery["items"];

interface QuotedDelivery {
  cost: Dong | null;
  free: boolean;
  problem: string | null;
}

async function quoteDelivery(
  shop: AppContextWithGateways,
  { shipping_lines, location }: QuoteManualOrder,
  { items, lang }: { items: Items; lang: Language },
): Promise<QuotedDelivery> {
  const method = shipping_lines[0]?.method_id ?? "flat_rate";
  const { cost, free } = await quoteShipping(shop, { method, destination: null, items });
  if (items.length === 0) return { cost: null, free: false, problem: null };
  if (method === "local_pickup" || (free && !location)) return { cost, free, problem: null };
  if (!location) return { cost: null, free: false, problem: null };
  const ward = await resolveWard(shop, {
    province: location.province_id,
    districtId: location.district_id,
    wardCode: location.ward_code,
  });
  if (!ward) return { cost: null, free: false, problem: t(lang, "order_errors.ward_mismatch") };
  const quote = await quoteShipping(shop, { method, destination: ward, items });
  return { ...quote, problem: null };
}

const isOffered = (
  shop: AppContextWithGateways,
  payment: ManualPayment,
  { total, items }: { total: Dong; items: Items },
): boolean => {
  const method = methodOfManualPayment[payment];
  if (isOnlineMethod(method))
    return shop.gateways.has(method) && (total === 0 || violatedLimits(method, total) === null);
  return payment === "cash_at_counter" || needsShipping(items);
};

/** Messages of the checkout are about the shopper's cart. */
const problemOf = (
  { code, available, message }: LineError,
  product: Purchasable | undefined,
  lang: Language,
): string =>
  code === "out_of_stock" && product
    ? t(lang, "workflow_errors.line_out_of_stock", { name: product.name[lang], available: available ?? 0 })
    : message;

/** An order as it would be created now, with the problem of each line instead of an error. It may call the carrier. */
export async function quoteManualOrder(
  shop: AppContextWithGateways,
  body: QuoteManualOrder,
  lang: Language,
): Promise<ManualOrderQuote> {
  const requested = toRequestedLines(body.line_items);
  const details = productDetailsOf(shop.cache);
  const { products, errors } = await inspectLines(shop.db, requested, { lang, details });
  const problems = new Map(errors.map((error) => [error.index, problemOf(error, products[error.index], lang)]));
  const lines = requested.map(({ productId, variationId, quantity }, index) => {
    const product = products[index];
    const price = product ? priceOf(product, body.line_items[index]) : null;
    return {
      ...{ product_id: productId, variation_id: variationId, quantity, price },
      catalog_price: product?.unitPrice ?? null,
      total: price === null ? dong(0) : multiply(price, quantity),
      available: product?.available ?? null,
      problem: problems.get(index) ?? null,
    };
  });
  const items: Items = lines.flatMap(({ price, quantity }, index) => {
    const product = products[index];
    return product && price !== null ? [{ virtual: product.virtual, weightG: product.weightG, price, quantity }] : [];
  });
  const delivery = await quoteDelivery(shop, body, { items, lang });
  const itemsTotal = sum(lines.map(({ total }) => total));
  const subtotal = sum(
    lines.map(({ catalog_price, total, quantity }) => max(multiply(catalog_price ?? dong(0), quantity), total)),
  );
  const total = sum([itemsTotal, delivery.cost ?? dong(0)]);
  return {
    ...{ lines, subtotal, discount: subtract(subtotal, itemsTotal), total },
    ...{ shipping_total: delivery.cost, shipping_free: delivery.free, location_problem: delivery.problem },
    payments: manualPayments.filter((payment) => isOffered(shop, payment, { total, items })),
  };
}
