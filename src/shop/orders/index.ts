export { describeLineChange, type LineChange } from "./line-history.ts";
export { amountOwed } from "./amount-owed.ts";
export { autoConfirmSettings, isAutoConfirmed, isOfKnownPhone } from "./auto-confirmed.ts";
export { isAwaitingPayment } from "./awaiting-payment.ts";
export { insertCharges, shippingCharge } from "./charges.ts";
export { deriveFirstOrders, firstOrdersJobKind } from "./derive-first-orders.ts";
export {
  hasGiftBox,
  hasNote,
  isFirstOfPhone,
  isPaid,
  listConditions,
  narrowMatches,
  type NarrowOrders,
  narrowOrders,
  orderConditions,
} from "./filter-orders.ts";
export { fullAddress, isAtLocation } from "./full-address.ts";
export { collectsCash, hasLeft } from "./has-left.ts";
export { findOrder, findOrders, findOwnOrder, isOwnOrder } from "./find-order.ts";
export {
  findOrderByIdempotencyKey,
  findSubmitState,
  parseIdempotencyKey,
  type SubmitAttempt,
  type SubmitResult,
  storeIdempotencyKey,
  sweepIdempotencyKeys,
} from "./idempotency.ts";
export { type LineError, throwLineErrors } from "./line-errors.ts";
export { insertLineItems, type NewLineItem, toLineItem, withGifts } from "./line-items.ts";
export { cancelUnconfirmed, remindUnconfirmed } from "./confirmation-jobs.ts";
export { confirmCashOrder, insertConfirmation, type NewConfirmation, writeConfirmation } from "./cod-confirmation.ts";
export { confirmByOf, isUnconfirmed } from "./read-confirmation.ts";
export { confirmationTimes } from "./confirmation-times.ts";
export { findLiveReplacement } from "./live-replacement.ts";
export type { SelfServiceOf } from "./order-history.ts";
export { lockOrder } from "./lock-order.ts";
export { markReplaced } from "./mark-replaced.ts";
export { addCustomerActNote, addOrderNote, addStaffNote, customerAuthor } from "./note-order.ts";
export {
  lineGiftName,
  lineGiftUnits,
  lineName,
  type Order,
  type OrderAddress,
  type OrderLine,
  type OrderLocation,
  optionText,
  orderLanguage,
} from "./order.ts";
export {
  sendAccountNeededEmail,
  sendDifferenceEmail,
  sendFirstConfirmation,
  sendOrderConfirmation,
  sendOrderPaidEmail,
  sendOrderShippedEmail,
  sendOverpaymentEmail,
  soldOutReason,
  sendPaidAfterCancelEmail,
  sendPaymentFailedEmail,
  sendRefundedEmail,
  sendSwitchedToCodEmail,
} from "./order-emails.ts";
export { ownedBy } from "./owned-by.ts";
export { phoneKey, phoneKeyOf } from "./phone-key.ts";
export {
  buildNoteEmail,
  buildOrderEmail,
  listOrderEmails,
  type OrderEmailId,
  orderEmailTemplates,
} from "./order-email-templates.ts";
export { orderShippedEmail } from "./order-mails.ts";
export {
  endOrderChange,
  findOrderChange,
  findUnpaidChanges,
  insertOrderChange,
  markChangeBegun,
  markChangePaid,
  openChangeOf,
  type OrderChange,
  orderChangeJobKind,
  paidChangeState,
  releaseChangeStock,
} from "./order-changes.ts";
export { newOrderKey } from "./order-key.ts";
export { notifyListeners, type OrderListener, setOrderListeners } from "./order-listeners.ts";
export { type OrderActor, isClosed, isFulfillable, type StoredStatus } from "./order-status.ts";
export { orderVersion, requireVersion, staffOrderVersion, type VersionCheck, versionCheck } from "./order-version.ts";
export { paymentStateOf } from "./payment-state.ts";
export { readWooOrder } from "./read-woo-order.ts";
export { countRefundRequests } from "./read-refund-requests.ts";
export { partsOfCancelled, refundCancelled } from "./refund-requests/refund-cancelled.ts";
export { requestCancellation } from "./refund-requests/request-cancellation.ts";
export { refundRequestRoutes } from "./refund-requests/routes.ts";
export { refundableOrderAmount } from "./refund-remaining.ts";
export { ownReservedStock } from "./reserved-stock.ts";
export { linkedOrder } from "./order-history.ts";
export { orderRoutes } from "./routes.ts";
export { pinNote, wooNote } from "./woo/notes.ts";
export { updateOrderIn } from "./woo/update-order.ts";
export { wooOrder } from "./woo-order.ts";
export { groupSteps } from "./shipment-record.ts";
export { transitionOrder } from "./transition-order.ts";
export { remainingRefundLimit, staffRefundLimitSetting } from "./staff-refund-limit.ts";
