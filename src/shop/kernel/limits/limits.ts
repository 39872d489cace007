import type { AddressLimit } from "#contract/endpoint.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";

interface Limit {
  max: number;
  windowMs: number;
}

/**
 * Default limits, some of which the merchant can change by a setting; each counts requests per address or per account.
 */
export const limits = {
  loginByAccount: { max: 10, windowMs: 15 * minuteMs },
  loginByAddress: { max: 30, windowMs: 15 * minuteMs },
  registerByAddress: { max: 10, windowMs: 60 * minuteMs },
  resetByAddress: { max: 5, windowMs: 60 * minuteMs },
  resetKeyByAddress: { max: 5, windowMs: 60 * minuteMs },
  resetByAccount: { max: 5, windowMs: 60 * minuteMs },
  orderByAccount: { max: 20, windowMs: 10 * minuteMs },
  guestOrderByAccount: { max: 5, windowMs: 10 * minuteMs },
  guestOrderByAddress: { max: 20, windowMs: 10 * minuteMs },
  /** links to an order, sent to the email of an order */
  orderLookupByAddress: { max: 5, windowMs: 15 * minuteMs },
  orderLookupPerDayByAddress: { max: 20, windowMs: dayMs },
  /** by the number of the order with one contact, existing or not */
  orderLookupByAccount: { max: 5, windowMs: dayMs },
  /** tokens of links to an order that are not valid */
  wrongOrderTokenByAddress: { max: 30, windowMs: 10 * minuteMs },
  searchByAddress: { max: 120, windowMs: minuteMs },
  /** requests that may lead to a call to the carrier, which has limits of its own: far more than a checkout makes */
  carrierByAddress: { max: 300, windowMs: minuteMs },
  newsletterByAddress: { max: 10, windowMs: 60 * minuteMs },
  /** shoppers returning from a gateway: each return may poll the gateway once more */
  returnByAddress: { max: 300, windowMs: 10 * minuteMs },
  /** the customer's own orders and payment status: the page after paying polls every few seconds */
  ownOrdersByAddress: { max: 120, windowMs: minuteMs },
  /** webhooks with an invalid signature: all are rejected, and only this many are logged */
  rejectedWebhookByAddress: { max: 100, windowMs: 10 * minuteMs },
  /** export of all personal data, and deletion of the account */
  personalDataByAddress: { max: 10, windowMs: 60 * minuteMs },
  personalDataByAccount: { max: 10, windowMs: 60 * minuteMs },
  /** writes to address books */
  addressBookByAddress: { max: 120, windowMs: 10 * minuteMs },
  emailChangeByAddress: { max: 20, windowMs: 60 * minuteMs },
  /** requests to change an email, counted by account and by new address */
  emailChangeByAccount: { max: 5, windowMs: 60 * minuteMs },
  /** emails that confirm the account's own address; with the one after the registration they stay below the daily limit of a mailbox */
  verificationPerHourByAccount: { max: 3, windowMs: 60 * minuteMs },
  verificationPerDayByAccount: { max: 5, windowMs: dayMs },
  /** of the last email about one order, sent again by its customer */
  orderEmailByAccount: { max: 3, windowMs: 60 * minuteMs },
  newsletterByAccount: { max: 10, windowMs: 60 * minuteMs },
  /** passwords and codes */
  staffSignInByAddress: { max: 30, windowMs: 15 * minuteMs },
  staffLinkByAddress: { max: 30, windowMs: 15 * minuteMs },
  staffPasskeyByAddress: { max: 100, windowMs: 15 * minuteMs },
  staffResetByAddress: { max: 10, windowMs: 60 * minuteMs },
  staffExportByAccount: { max: 20, windowMs: dayMs },
  staffUploadByAccount: { max: 300, windowMs: 60 * minuteMs },
  /** all requests of one session of the back office */
  staffRequestByAccount: { max: 600, windowMs: minuteMs },
  /** invitations and resets by one owner */
  staffInvitationByAccount: { max: 10, windowMs: 60 * minuteMs },
  staffReauthenticationByAccount: { max: 10, windowMs: 15 * minuteMs },
} as const satisfies Record<AddressLimit | `${string}ByAccount`, Limit>;

export type LimitName = keyof typeof limits;
