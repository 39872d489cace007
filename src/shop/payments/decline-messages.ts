import { onlineMethodDefinitions } from "./online-methods.ts";

/** Messages for codes of the shop itself. */
const ownMessages = { cancelled: "cancelled", expired: "window_over" } as const;

type ValueOf<Messages> = Messages extends unknown ? Messages[keyof Messages] : never;
type GatewayMessages = (typeof onlineMethodDefinitions)[number]["declineMessages"];
type DeclineMessageKey = `payment_errors.${ValueOf<GatewayMessages | typeof ownMessages>}`;

const messages: ReadonlyMap<string, string> = new Map([
  ...onlineMethodDefinitions.flatMap(({ declineMessages }) => Object.entries(declineMessages)),
  ...Object.entries(ownMessages),
]);

/** Text key of the message for a gateway's code: why a payment failed and what the shopper can do about it. */
export const declineMessageKey = (code: string): DeclineMessageKey =>
  `payment_errors.${messages.get(code) ?? "other"}` as DeclineMessageKey;
