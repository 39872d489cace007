import type { Dong } from "../money.ts";
import { bankTransferMethod } from "./bacs.ts";
import { codMethod } from "./cod.ts";
import type { PaymentLimits } from "./definition.ts";
import { paypalMethod } from "./paypal.ts";
import { vnpayMethod } from "./vnpay.ts";

export { bankPaymentPath } from "./bacs.ts";
export type { PaymentLimits } from "./definition.ts";

/** The registry of payment methods, in the order in which checkout offers them. A further method is added here. */
const definitions = [vnpayMethod, paypalMethod, codMethod, bankTransferMethod] as const;
const onlineDefinitions = [vnpayMethod, paypalMethod, bankTransferMethod] as const;

export type PaymentMethod = (typeof definitions)[number]["id"];
/** A method whose payments a gateway confirms. */
export type OnlineMethod = (typeof onlineDefinitions)[number]["id"];

export const paymentMethods: readonly PaymentMethod[] = definitions.map(({ id }) => id);
export const onlineMethods: readonly OnlineMethod[] = onlineDefinitions.map(({ id }) => id);
export const codMethodId = codMethod.id;
export const bankTransferMethodId = bankTransferMethod.id;
/** preselected at checkout */
export const defaultMethod: PaymentMethod = vnpayMethod.id;

type OnlineDefinition = (typeof onlineDefinitions)[number];
const onlineById: ReadonlyMap<string, OnlineDefinition> = new Map(onlineDefinitions.map((one) => [one.id, one]));

/** Whether it is a method of this shop. @param method an order's method: may be any text */
export const isPaymentMethod = (method: string): method is PaymentMethod => paymentMethods.some((id) => id === method);

/** @param method an order's method: may be any text, since merchants' programs write it too */
export const isOnlineMethod = (method: string): method is OnlineMethod => onlineById.has(method);

/** Cash on delivery or at the shop. @param method an order's method: may be any text */
export const isCashMethod = (method: string): method is typeof codMethodId => method === codMethodId;

/** @param method an order's method: may be any text */
export const isBankTransfer = (method: string): method is typeof bankTransferMethodId =>
  method === bankTransferMethodId;

/** @throws if the method is not in the registry */
export function onlineMethodOf(method: OnlineMethod): OnlineDefinition {
  const definition = onlineById.get(method);
  if (!definition) throw new Error(`there is no online payment method ${method}`);
  return definition;
}

/** Null for a method without a gateway. @param method an order's method: may be any text */
export const gatewayNameOf = (method: string): string | null => onlineById.get(method)?.gatewayName ?? null;

/** Whether the customer is charged in US dollars. @param method an order's method: may be any text */
export const isChargedInUsd = (method: string): boolean => onlineById.get(method)?.currency === "USD";

/** Whether checkout shows the method only where it is offered. */
export const isHiddenUnlessOffered = (method: PaymentMethod): boolean =>
  definitions.some((one) => one.id === method && "hiddenUnlessOffered" in one);

/** Returns the limits that an order's total violates, or null. */
export function violatedLimits(method: PaymentMethod, total: Dong): PaymentLimits | null {
  const limits = definitions.find(({ id }) => id === method)?.limits ?? null;
  return limits && (total < limits.min || total >= limits.belowMax) ? limits : null;
}
