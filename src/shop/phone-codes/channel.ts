import type { Dong } from "#contract/money.ts";

/** A code for one phone number. */
export interface PhoneMessage {
  /** E.164 */
  phone: string;
  code: string;
  /** the same for each try of one message */
  id: string;
}

/**
 * What a service has done with a message. `refused`: not sent, for a reason of the receiver; `failing`: not sent, and no other will be until
 * the merchant acts; `unknown`: it did not respond, so the message may arrive late.
 */
export type SendResult =
  | { outcome: "accepted" | "unknown" }
  | { outcome: "refused" | "failing" /** the service's code, for the merchant */; reason: string };

/** A service that sends codes to phones. Never call it inside a transaction. */
export interface PhoneChannel {
  name: "zalo" | "sms";
  /** of one message */
  price: Dong;
  send(message: PhoneMessage): Promise<SendResult>;
}
