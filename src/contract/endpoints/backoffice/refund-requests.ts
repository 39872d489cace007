import { z } from "zod";
import {
  DismissedRefund,
  DismissRefund,
  NewRefundRequest,
  RefundRequest,
  RefundRequestsQuery,
  RejectRefundRequest,
} from "../../backoffice/refund-requests.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const path = `${backOfficeApi}/refund-requests` as const;
const staff = { access: "staff", tag: "Back office: orders" } as const;
const request = { ...staff, permission: "refunds.request" } as const;
const decision = { ...staff, method: "POST", permission: "refunds.approve", response: RefundRequest } as const;

/** Refunds that an owner decides on. */
export const refundRequestEndpoints = {
  listRefundRequests: defineEndpoint({
    ...request,
    method: "GET",
    path,
    summary: "List requested refunds: open ones oldest first, then the decided ones, newest first; at most 100",
    query: RefundRequestsQuery,
    response: z.array(RefundRequest),
  }),
  requestRefund: defineEndpoint({
    ...request,
    method: "POST",
    path: `${backOfficeApi}/orders/{id}/refund-requests`,
    summary: "Request a refund that an owner approves; 409 while the order has an open request",
    requiresVersion: true,
    body: NewRefundRequest,
    response: RefundRequest,
    status: 201,
  }),
  approveRefundRequest: defineEndpoint({
    ...decision,
    path: `${path}/{id}/approve`,
    reauthenticate: true,
    summary: "Make the requested refund; 409 if it is decided already, or the amount can no longer be refunded",
  }),
  rejectRefundRequest: defineEndpoint({
    ...decision,
    path: `${path}/{id}/reject`,
    summary: "Reject a requested refund; 409 if it is decided already",
    body: RejectRefundRequest,
  }),
  dismissRefund: defineEndpoint({
    ...staff,
    method: "POST",
    path: `${backOfficeApi}/orders/{order_id}/refunds/{id}/dismiss`,
    permission: "refunds.create",
    summary: "Record that a refund that failed is not repeated; 409 unless it has failed and no later refund covers it",
    body: DismissRefund,
    response: DismissedRefund,
  }),
};
