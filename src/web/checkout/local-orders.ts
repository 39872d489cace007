import { hasSearchedWard } from "#contract/selected-location.ts";
import type { CartItem } from "#contract/cart.ts";
import type { Dong } from "#contract/money.ts";
import type { CreatePayment } from "#contract/payment.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { clearCartLines } from "#web/api/cart.ts";
import { readCustomerData, saveCustomerData } from "#web/api/customer-data.ts";
import { currentOwner } from "#web/api/session.ts";
import { draftStorageKey } from "#web/api/user-storage.ts";
import { forgetLines } from "#web/cart/selection.ts";
import type { OrderForm } from "./order-form.ts";
import { forgetComments } from "./use-order-form.ts";

const currentKey = (): string => draftStorageKey(currentOwner(), "current-order");
const historyName = "order-history";
const maxStoredOrders = 20;

/** An order as stored in this browser. The server is authoritative; this carries the lines to a gateway and back. */
export interface LocalOrder {
  /** ORDER-{timestamp}-{random} */
  orderId: string;
  /** the server's order id, once known */
  remoteId: number | null;
  items: readonly Pick<
    CartItem,
    "id" | "variation_id" | "name" | "option" | "quantity" | "price" | "total" | "image"
  >[];
  customerInfo: { name: string; email: string; phone: string; shippingAddress: string; billingAddress: string };
  paymentInfo: {
    paymentMethod: string;
    subtotal: Dong;
    total: Dong;
    status: string;
    createdAt: string;
    transactionNo: string;
    amount: Dong | null;
    paymentDate: string;
  };
  orderComments: string;
  checkoutItemKeys: readonly string[];
  /** keys of the cart lines */
  cartVersion: number;
  /** estimated delivery shown before ordering; ISO 8601 in UTC, null if unknown */
  expectedDelivery?: string | null;
  /** the payment request: sent again, it is the next attempt of the same order */
  sent?: CreatePayment;
}

/** The current order is in session storage: it survives the redirect to the gateway, and other tabs cannot remove it. */
const readCurrent = (): LocalOrder | null => {
  try {
    return JSON.parse(sessionStorage.getItem(currentKey()) ?? "null") as LocalOrder | null;
  } catch {
    return null;
  }
};
const writeCurrent = (order: LocalOrder | null): void => {
  try {
    if (order) sessionStorage.setItem(currentKey(), JSON.stringify(order));
    else sessionStorage.removeItem(currentKey());
  } catch {} // without storage only the server removes the ordered lines from the cart
};
const readHistory = (): LocalOrder[] => {
  const stored = readCustomerData(historyName);
  return Array.isArray(stored) ? stored : [];
};
const saveToHistory = (order: LocalOrder): void =>
  saveCustomerData(currentOwner(), historyName, [order, ...readHistory()].slice(0, maxStoredOrders));

/** The delivery estimate shown for an order from this browser; null if unknown. */
export const expectedDelivery = (remoteId: number): string | null =>
  [readCurrent(), ...readHistory()].find((order) => order?.remoteId === remoteId)?.expectedDelivery ?? null;

const wholeAddress = (form: OrderForm): string => {
  if (form.deliveryMethod !== "shipment") return "";
  const { shippingAddress: street, shippingSearched: searched } = form;
  return (
    hasSearchedWard(searched)
      ? [street, searched.text]
      : [street, form.shippingWard, form.shippingDistrict, form.shippingCity]
  ).join(", ");
};

/** A new order, pending, as the current one. */
export function startLocalOrder(
  form: OrderForm,
  items: readonly CartItem[],
  {
    subtotal,
    total,
    cartVersion,
    expected,
  }: Pick<LocalOrder["paymentInfo"], "subtotal" | "total"> & {
    cartVersion: number;
    expected: string | null;
  },
): void {
  const now = new Date();
  const random = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? "";
  const current: LocalOrder = {
    orderId: `ORDER-${now.getTime()}-${random}`,
    remoteId: null,
    items: items.map(({ id, variation_id, name, option, quantity, price, total: sum, image }) => ({
      id,
      variation_id,
      name,
      option,
      quantity,
      price,
      total: sum,
      image,
    })),
    customerInfo: {
      name: `${form.lastName} ${form.firstName}`.trim().toLocaleUpperCase("vi"),
      email: form.email,
      phone: form.phone,
      shippingAddress: wholeAddress(form),
      billingAddress: wholeAddress(form),
    },
    paymentInfo: {
      paymentMethod: form.paymentMethod,
      subtotal,
      total,
      status: "pending",
      createdAt: now.toISOString(),
      transactionNo: "",
      amount: null,
      paymentDate: "",
    },
    orderComments: form.orderComments,
    checkoutItemKeys: items.map((item) => item.cart_item_key),
    cartVersion,
    expectedDelivery: expected,
  };
  writeCurrent(current);
}

/** Stores the server's order id in the current local order. @param sent null for cash */
export function nameLocalOrder(remoteId: number, sent: CreatePayment | null): void {
  const current = readCurrent();
  if (!current) return;
  // sent again, it pays the order that exists, at the rate of that time: its lines may have left the cart by then
  const { expected_lines: _lines, expected_usd_cents: _cents, ...again } = sent ?? {};
  writeCurrent({ ...current, remoteId, ...(sent ? { sent: again as CreatePayment } : {}) });
}

/** The payment request of this order, if this tab sent it; otherwise null. */
export function sentPayment(remoteId: number): CreatePayment | null {
  const current = readCurrent();
  return current?.remoteId === remoteId ? (current.sent ?? null) : null;
}

/**
 * The server has removed the lines with the order: that is one version of the cart. At any other version, the lines may
 * have been added since.
 */
async function clearOrderedLines({ checkoutItemKeys, cartVersion }: LocalOrder): Promise<void> {
  const now = await getApiClient().cart();
  if (now.ok && now.data.version > cartVersion + 1) return;
  await clearCartLines(checkoutItemKeys);
}

/**
 * Call after a successful payment or a placed cash order; idempotent. Moves the order to the history and removes its
 * lines from the cart and the selection.
 */
export async function completeLocalOrder(remoteId: number, payment: Partial<LocalOrder["paymentInfo"]>): Promise<void> {
  const current = readCurrent();
  if (current?.remoteId !== remoteId) return;
  writeCurrent(null);
  saveToHistory({ ...current, paymentInfo: { ...current.paymentInfo, ...payment } });
  forgetComments();
  forgetLines(current.checkoutItemKeys);
  await clearOrderedLines(current);
}
