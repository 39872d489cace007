import { paypalDefinition } from "./paypal/definition.ts";
import { vnpayDefinition } from "./vnpay/definition.ts";

/** The server's registry of online payment methods. A further method is added here, with the parser of its webhook. */
export const onlineMethodDefinitions = [vnpayDefinition, paypalDefinition] as const;

export { parsePaypalWebhook } from "./paypal/index.ts";
export { parseVnpayIpn } from "./vnpay/index.ts";
