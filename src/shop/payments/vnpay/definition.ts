import { vnpayMethod } from "#contract/payment-methods/vnpay.ts";
import type { OnlineMethodServerDefinition } from "../online-method-definition.ts";
import { vnpayGateway } from "./index.ts";

/** By `vnp_ResponseCode`. */
const declineMessages = {
  "04": "bank_will_return",
  "07": "being_examined",
  "09": "not_enrolled",
  "10": "wrong_details",
  "11": "window_over",
  "12": "locked",
  "13": "wrong_otp",
  "24": "cancelled",
  "51": "insufficient_balance",
  "65": "over_limit",
  "75": "bank_maintenance",
  "79": "wrong_password",
  "99": "other",
} as const;

export const vnpayDefinition = {
  method: vnpayMethod.id,
  isConfigured: ({ vnpay }) => vnpay !== null,
  openGateway: ({ config, clock }) =>
    config.vnpay && vnpayGateway(config.vnpay, { clock, publicUrl: config.publicUrl }),
  declineMessages,
} as const satisfies OnlineMethodServerDefinition;
