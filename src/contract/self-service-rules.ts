// What a customer can do with an own order; without schemas, which the browser does not load.

/**
 * - `cancel`: an unpaid order is cancelled at once; `request_cancel`: of a paid one, the merchant decides
 * - `cancel_and_refund`: of a paid one, the refund begins at once, if the merchant has chosen that
 * - `change_recipient`, `change_address`, `change_option`: name and phone, destination, another option of a product
 * - `pay_other_way`: an unpaid order gets another payment method
 * - `pay_change`, `discard_change`: a change of a paid order that waits for the payment of what it costs more
 * - `resend_email`: the last email about the order is sent again
 */
export const selfServiceActions = [
  "cancel",
  "request_cancel",
  "cancel_and_refund",
  "change_recipient",
  "change_address",
  "change_option",
  "pay_other_way",
  "pay_change",
  "discard_change",
  "resend_email",
] as const;
export type SelfServiceAction = (typeof selfServiceActions)[number];

/** What a change that is not applied at once changes. */
export const changeKinds = ["address", "option"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * Why a change was not applied: the order was packed or changed meanwhile, the carrier does not accept the new address, or every attempt
 * had an error.
 */
export const changeObstacles = ["packed", "changed", "carrier", "failed"] as const;
export type ChangeObstacle = (typeof changeObstacles)[number];

/**
 * - `waiting`: for the payment of what it costs more; `due`: it is being applied; `applied`
 * - `refused`: the order did not allow it any more; `expired`: not paid in time; `discarded`: by the customer, or with its order
 */
export const changeStates = ["waiting", "due", "applied", "refused", "expired", "discarded"] as const;
export type ChangeState = (typeof changeStates)[number];

/** Why customers cancel; none has to be given. */
export const selfCancelReasons = ["changed_mind", "wrong_option", "wrong_address", "too_slow", "other"] as const;
export type SelfCancelReason = (typeof selfCancelReasons)[number];

export const maxSelfCancelNote = 300;
