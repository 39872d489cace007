import { BankOverview, BankRefundDone, IgnoreTransfer, SettleTransfer } from "../../backoffice/bank.ts";
import { StaffRefundAccount } from "../../bank-payment.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const shared = { access: "staff", tag: "Back office: money", response: BankOverview } as const;
/** Money leaves by these, or an order is taken as paid. */
const write = { ...shared, permission: "money.reconcile", reauthenticate: true } as const;
const path = `${backOfficeApi}/bank` as const;

/** Bank transfers that a person decides about, and refunds that a person transfers. Each returns the list as it then is. */
export const bankOverviewEndpoints = {
  readBankOverview: defineEndpoint({
    ...shared,
    method: "GET",
    path,
    permission: "money.view",
    summary: "List the transfers without an order, and the refunds to be transferred",
  }),
  settleBankTransfer: defineEndpoint({
    ...write,
    method: "POST",
    path: `${path}/transfers/{id}/settle`,
    summary: "Settle a transfer for an order; 409 if it was settled or the order cannot take it",
    body: SettleTransfer,
  }),
  ignoreBankTransfer: defineEndpoint({
    ...shared,
    permission: "money.reconcile",
    method: "PUT",
    path: `${path}/transfers/{id}/ignored`,
    summary: "Decide that a transfer belongs to no order, or undo that; 409 if it was settled",
    body: IgnoreTransfer,
  }),
  completeBankRefund: defineEndpoint({
    ...write,
    method: "POST",
    path: `${path}/refunds/{id}/done`,
    summary:
      "Record that a refund was transferred, with the bank's reference; 409 if it was recorded before or another refund has the reference",
    body: BankRefundDone,
  }),
  putBankAccount: defineEndpoint({
    ...write,
    method: "PUT",
    path: `${path}/accounts/{order_id}`,
    summary: "Set the account to which money of an order is returned; 409 if nothing is to be returned",
    body: StaffRefundAccount,
  }),
};
