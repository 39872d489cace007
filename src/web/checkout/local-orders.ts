import type { CartItem } from "#contract/cart.ts";
import type { CreatePayment } from "#contract/payment.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { clearCartLines } from "#web/api/cart.ts";
import { userStoragePrefix } from "#web/api/user-storage.ts";
import { forgetLines } from "#web/cart/selection.ts";
import type { OrderForm } from "./order-form.ts";
import { forgetComments } from "./use-order-form.ts";

const currentKey = `${userStoragePrefix}current-order`;
const historyKey = `${userStoragePrefix}order-history`;
const keptOrders = 20;

/** What this browser remembers of an order. The server is the record; this carries the lines over the way to a gateway and back. */
export interface LocalOrder {
  /** ORDER-{timestamp}-{random} */
  orderId: string;
  /** the server's number, once there is one */
  remoteId: number | null;
  items: readonly Pick<
    CartItem,
    "id" | "variation_id" | "name" | "option" | "quantity" | "price" | "total" | "image"
  >[];
  customerInfo: { name: string; email: string; phone: string; shippingAddress: string; billingAddress: string };
  paymentInfo: {
    paymentMethod: string;
    /** whole đồng */
    subtotal: number;
    total: number;
    status: string;
    createdAt: string;
    transactionNo: string;
    amount: number | null;
    paymentDate: string;
  };
  orderComments: string;
  checkoutItemKeys: readonly string[];
  /** of the cart that they were ordered from */
  cartVersion: number;
  /** when it would arrive, as it was told before it was ordered; ISO 8601 in UTC, null where nobody said */
  expectedDelivery?: string | null;
  /** what was sent to have it paid online: sent again, it is the same order and its next attempt */
  sent?: CreatePayment;
}

/** Session storage for the order under way: it goes to the gateway and back in its tab, and no other tab ends it. */
const readCurrent = (): LocalOrder | null => {
  try {
    return JSON.parse(sessionStorage.getItem(currentKey) ?? "null") as LocalOrder | null;
  } catch {
    return null;
  }
};
const writeCurrent = (order: LocalOrder | null): void => {
  try {
    if (order) sessionStorage.setItem(currentKey, JSON.stringify(order));
    else sessionStorage.removeItem(currentKey);
  } catch {} // without storage the server's own clearing has to do
};
const readHistory = (): LocalOrder[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(historyKey) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
};
const keepInHistory = (order: LocalOrder): void => {
  try {
    localStorage.setItem(historyKey, JSON.stringify([order, ...readHistory()].slice(0, keptOrders)));
  } catch {} // the server is the record
};

/** When an order from this browser would arrive, as its shopper was told; null where nobody knows. */
export const expectedDelivery = (remoteId: number): string | null =>
  [readCurrent(), ...readHistory()].find((order) => order?.remoteId === remoteId)?.expectedDelivery ?? null;

const wholeAddress = (form: OrderForm): string =>
  form.deliveryMethod === "shipment"
    ? [form.shippingAddress, form.shippingWard, form.shippingDistrict, form.shippingCity].join(", ")
    : "";

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

/** The server has made the order: its number belongs to the current local one. @param sent null for cash */
export function nameLocalOrder(remoteId: number, sent: CreatePayment | null): void {
  const current = readCurrent();
  if (current) writeCurrent({ ...current, remoteId, ...(sent ? { sent } : {}) });
}

/** What was sent to have this order paid, where it went out from this tab; else null. */
export function sentPayment(remoteId: number): CreatePayment | null {
  const current = readCurrent();
  return current?.remoteId === remoteId ? (current.sent ?? null) : null;
}

/**
 * The server has taken the lines out itself, with the order: that is one change of the cart. After any other, what is in
 * these lines has been put there since.
 */
async function clearOrderedLines({ checkoutItemKeys, cartVersion }: LocalOrder): Promise<void> {
  const now = await getApiClient().cart();
  if (now.ok && now.data.version > cartVersion + 1) return;
  await clearCartLines(checkoutItemKeys);
}

/**
 * After success or a placed cash order, once however often it is called: the order moves into the history, its lines leave
 * the server's cart and the selection.
 */
export async function completeLocalOrder(remoteId: number, payment: Partial<LocalOrder["paymentInfo"]>): Promise<void> {
  const current = readCurrent();
  if (current?.remoteId !== remoteId) return;
  writeCurrent(null);
  keepInHistory({ ...current, paymentInfo: { ...current.paymentInfo, ...payment } });
  forgetComments();
  forgetLines(current.checkoutItemKeys);
  await clearOrderedLines(current);
}
