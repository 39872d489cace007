import { paypalDefinition } from "./paypal/definition.ts";
import { vnpayDefinition } from "./vnpay/definition.ts";

/** The server's registry of online payment methods. A further method is added here. */
export const onlineMethodDefinitions = [vnpayDefinition, paypalDefinition] as const;
