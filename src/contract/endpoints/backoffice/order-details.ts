import { z } from "zod";
import { ActionResult } from "../../backoffice/order-actions.ts";
import {
  EffectsQuery,
  PhoneRecord,
  PinNote,
  Presence,
  PrintQuery,
  PrintsQuery,
  RecordPrints,
  SetStatus,
  StatusEffects,
} from "../../backoffice/order-details.ts";
import { maxPreviewedNote } from "../../backoffice/order-rules.ts";
import { TimelineEntry } from "../../order-workflow.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";
import { OrderNote } from "../../woo/order-note.ts";
import { date } from "../../woo/query.ts";

const order = `${backOfficeApi}/orders/{id}` as const;
const staff = { access: "staff", tag: "Back office: orders" } as const;
const page = { ...staff, method: "GET", page: true, opensInFrame: true, response: z.unknown() } as const;

/** What staff members read about an order, its documents and its notes. */
export const orderDetailEndpoints = {
  timeline: defineEndpoint({
    ...staff,
    method: "GET",
    path: `${order}/timeline`,
    permission: "orders.view",
    summary: "Get every event of an order, the newest first",
    response: z.array(TimelineEntry),
  }),
  phone: defineEndpoint({
    ...staff,
    method: "GET",
    path: `${backOfficeApi}/phones/{digits}`,
    permission: "orders.confirm",
    summary: "Get what the shop's own records contain about a phone number",
    response: PhoneRecord,
  }),
  presence: defineEndpoint({
    ...staff,
    method: "PUT",
    path: `${order}/presence`,
    permission: "orders.view",
    summary: "Report that the order is open, and get the names of the others that have it open",
    response: Presence,
  }),
  pinNote: defineEndpoint({
    ...staff,
    method: "PUT",
    path: `${backOfficeApi}/orders/{order_id}/notes/{id}`,
    permission: "orders.confirm",
    summary: "Pin a private note, or unpin it",
    body: PinNote,
    response: OrderNote,
  }),
  statusEffects: defineEndpoint({
    ...staff,
    method: "GET",
    path: `${order}/effects`,
    permission: "orders.view",
    summary: "Get what another status would cause for stock, money, parcel and emails",
    query: EffectsQuery,
    response: StatusEffects,
  }),
  setStatus: defineEndpoint({
    ...staff,
    method: "POST",
    path: `${order}/status`,
    permission: "orders.cancel",
    summary: "Set any status, with a reason for the history",
    requiresVersion: true,
    body: SetStatus,
    response: ActionResult,
  }),
  previewEmail: defineEndpoint({
    ...page,
    path: `${order}/emails/{template}/preview`,
    permission: "orders.view",
    summary: "Get an email about the order as its customer gets it: a page for a frame",
    // of the template: the note to the customer, or the reason and the day of a changed delivery promise
    query: z.object({ note: z.string().max(maxPreviewedNote).optional(), day: date.optional() }),
  }),
  printOne: defineEndpoint({
    ...page,
    path: `${order}/print`,
    permission: "pack",
    summary: "Get a document about an order to print; those with prices require `orders.view`",
    query: PrintQuery,
  }),
  printMany: defineEndpoint({
    ...page,
    path: `${backOfficeApi}/prints`,
    permission: "pack",
    summary: "Get documents about up to 500 orders to print, one order a page",
    query: PrintsQuery,
  }),
  recordPrints: defineEndpoint({
    ...staff,
    method: "POST",
    path: `${backOfficeApi}/prints`,
    permission: "pack",
    summary: "Record that documents are printed",
    body: RecordPrints,
    response: z.object({ url: z.string() }),
  }),
};
