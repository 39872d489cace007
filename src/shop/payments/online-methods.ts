import { bankTransferDefinition } from "./bacs/definition.ts";
import { paypalDefinition } from "./paypal/definition.ts";
import { vnpayDefinition } from "./vnpay/definition.ts";

/** The server's registry of online payment methods. A further method is added here, with the parser of its webhook. */
export const onlineMethodDefinitions = [vnpayDefinition, paypalDefinition, bankTransferDefinition] as const;

export * from "./bacs/index.ts";
export { parsePaypalWebhook } from "./paypal/index.ts";
export { parseVnpayIpn } from "./vnpay/index.ts";
