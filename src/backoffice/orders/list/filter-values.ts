import type { FilterOptions } from "#contract/backoffice/order-list.ts";
import { stages } from "#contract/stages.ts";
import { typedAmountText } from "#backoffice/components/amount.ts";
import { formatDay } from "#backoffice/i18n/formats.ts";
import type { TextName, TextOf } from "#backoffice/i18n/texts.ts";
import { carrierName } from "#backoffice/parcels/carrier-name.ts";
import { anyStatuses } from "#contract/order-statuses.ts";
import { methodText } from "#backoffice/order-record/payment-text.ts";
import type { OrderFilterName } from "./list-query.ts";

const booleans: ReadonlySet<OrderFilterName> = new Set([
  "paid",
  "refunded",
  "cash_outstanding",
  "gift",
  "has_note",
  "first_order",
  "unreachable",
]);
export const isYesOrNo = (name: OrderFilterName): boolean => booleans.has(name);

const origins = ["checkout", "admin", "rest-api"] as const;

/** How an order was created, in words, or as a program has named itself. */
export const originText = (t: TextOf, origin: string): string => {
  const known = origins.find((one) => one === origin);
  return known ? t(`order_origins.${known}`) : origin;
};

const stageText = (t: TextOf, value: string): string =>
  value
    .split(",")
    .map((one) => {
      const stage = stages.find((known) => known === one);
      return stage ? t(`order_stages.${stage}`) : one;
    })
    .join(", ");

const statusText = (t: TextOf, value: string): string =>
  value
    .split(",")
    .map((one) => {
      const status = anyStatuses.find((known) => known === one);
      return status ? t(`order_statuses.${status}`) : one;
    })
    .join(", ");

/** What a filter is set to, in words. */
export function valueText(
  t: TextOf,
  [name, value]: [OrderFilterName, string],
  options: FilterOptions | undefined,
): string {
  const found = (list: readonly { id: number; name: string }[] | undefined) =>
    list?.find(({ id }) => String(id) === value)?.name ?? value;
  switch (name) {
    case "stage":
      return stageText(t, value);
    case "status":
      return statusText(t, value);
    case "day":
      return t(`days.${value}` as TextName);
    case "from":
    case "to":
      return formatDay(value);
    case "payment_method":
      return methodText(t, value);
    case "carrier":
      return carrierName(t, value);
    case "created_by":
      return originText(t, value);
    case "min_total":
    case "max_total":
      return typedAmountText(value);
    case "category":
      return found(options?.categories);
    case "packed_by":
      return found(options?.packers);
    default:
      return isYesOrNo(name) ? t(value === "true" ? "orders.yes" : "orders.no") : value;
  }
}

/** A filter in words: "Tỉnh: Hà Nội", "Quà tặng". */
export function filterText(t: TextOf, [name, value]: [OrderFilterName, string], options?: FilterOptions): string {
  const label = t(`filter_names.${name}`);
  return isYesOrNo(name) && value === "true" ? label : `${label}: ${valueText(t, [name, value], options)}`;
}
