import type { PaymentMethod } from "#contract/order.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Gateway, OnlineMethod } from "./gateway.ts";
import { paypalGateway } from "./paypal/index.ts";
import { vnpayGateway } from "./vnpay/index.ts";

export type Gateways = ReadonlyMap<OnlineMethod, Gateway>;

/** Opens the gateways whose credentials are configured. */
export function openGateways({ config, clock, log }: Pick<AppContext, "config" | "clock" | "log">): Gateways {
  const { vnpay, paypal, publicUrl } = config;
  const gateways = [
    vnpay && vnpayGateway(vnpay, { clock, publicUrl }),
    paypal && paypalGateway(paypal, { clock, publicUrl, log }),
  ].filter((gateway) => gateway !== null);
  return new Map(gateways.map((gateway) => [gateway.method, gateway]));
}

/** The methods offered at checkout, default first: every gateway with credentials, and cash on delivery. */
export function offeredPaymentMethods({ vnpay, paypal }: Pick<Config, "vnpay" | "paypal">): PaymentMethod[] {
  return [...(vnpay ? ["vnpay_visa" as const] : []), ...(paypal ? ["paypal" as const] : []), "cod"];
}
