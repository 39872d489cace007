import { choiceSetting } from "#shop/kernel/settings/settings.ts";

/** What a customer's cancellation of a paid order does. */
export const selfCancelPaidSetting = choiceSetting(["request", "auto"], {
  name: "self_cancel_paid",
  unit: "",
  unset: "request",
  meaning: "what a customer's cancellation of a paid order does: request it, or begin the refund at once",
});
