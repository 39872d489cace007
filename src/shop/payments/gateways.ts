import { isOnlineMethod, type PaymentMethod, paymentMethods } from "#contract/payment-methods/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Gateway, OnlineMethod } from "./gateway.ts";
import { onlineMethodDefinitions } from "./online-methods.ts";

export type Gateways = ReadonlyMap<OnlineMethod, Gateway>;

/** Opens the gateways whose credentials are configured. */
export function openGateways(context: Pick<AppContext, "config" | "clock" | "log">): Gateways {
  const gateways = onlineMethodDefinitions.map(({ openGateway }) => openGateway(context));
  return new Map(gateways.filter((gateway) => gateway !== null).map((gateway) => [gateway.method, gateway]));
}

/** The methods offered at checkout: those with a configured gateway, and cash on delivery. */
export function offeredPaymentMethods(config: AppContext["config"]): PaymentMethod[] {
  const configured = new Set<OnlineMethod>(
    onlineMethodDefinitions.filter(({ isConfigured }) => isConfigured(config)).map(({ method }) => method),
  );
  return paymentMethods.filter((method) => !isOnlineMethod(method) || configured.has(method));
}
