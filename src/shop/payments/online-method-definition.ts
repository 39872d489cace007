import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Gateway, OnlineMethod } from "./gateway.ts";

/** The server's side of an online payment method. The shared properties are in #contract/payment-methods. */
export interface OnlineMethodServerDefinition {
  method: OnlineMethod;
  /** whether the gateway's credentials are set */
  isConfigured(config: AppContext["config"]): boolean;
  /** the gateway, null without credentials */
  openGateway(context: Pick<AppContext, "config" | "clock" | "log">): Gateway | null;
  /** keys of the texts' section `payment_errors` by the gateway's code; all other codes have the general message */
  declineMessages: Readonly<Record<string, string>>;
}
