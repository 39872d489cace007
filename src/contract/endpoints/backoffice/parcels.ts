import { z } from "zod";
import {
  EmailPreview,
  LabelLink,
  LabelSheet,
  LabelsQuery,
  ParcelDetail,
  ParcelEntry,
  ParcelsQuery,
  TrackParcel,
} from "../../backoffice/parcels.ts";
import { LanguageQuery } from "../../backoffice/returns.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const read = { access: "staff", permission: "orders.view", tag: "Back office: parcels" } as const;
const write = { ...read, permission: "parcels.manage" } as const;
const label = { ...read, permission: "pack" } as const;
const one = `${backOfficeApi}/parcels/{id}` as const;

/** Parcels and their labels; each write does what the command of the same name does. */
export const staffParcelEndpoints = {
  listParcels: defineEndpoint({
    ...read,
    method: "GET",
    path: `${backOfficeApi}/parcels`,
    summary: "List parcels, of one order or of all",
    query: ParcelsQuery,
    response: z.array(ParcelEntry),
  }),
  readParcel: defineEndpoint({
    ...read,
    method: "GET",
    path: one,
    summary: "Get a parcel with its items and the carrier's reports",
    query: LanguageQuery,
    response: ParcelDetail,
  }),
  bookParcel: defineEndpoint({
    ...write,
    method: "POST",
    requiresVersion: true,
    path: `${backOfficeApi}/orders/{id}/parcels`,
    summary:
      "Book the parcel of an order, or another one after the first has ended; 409 if one is under way, 502 if the carrier rejects it",
    query: LanguageQuery,
    response: ParcelEntry,
    status: 201,
  }),
  trackParcel: defineEndpoint({
    ...write,
    method: "POST",
    path: `${backOfficeApi}/orders/{id}/parcels/track`,
    summary: "Record the tracking code of a parcel that was sent manually; 400 for a code that a parcel has already",
    query: LanguageQuery,
    body: TrackParcel,
    response: ParcelEntry,
    status: 201,
  }),
  previewTrackingEmail: defineEndpoint({
    ...write,
    method: "GET",
    path: `${backOfficeApi}/orders/{id}/parcels/email`,
    summary: "Preview the email to the customer about the tracking code",
    query: LanguageQuery.extend({
      code: z.string().trim().max(100).default(""),
      carrier: z.string().max(100).default(""),
    }),
    response: EmailPreview,
  }),
  cancelParcel: defineEndpoint({
    ...write,
    method: "POST",
    path: `${one}/cancel`,
    summary: "Cancel a parcel before its pick-up; the order stays as it is",
    query: LanguageQuery,
    response: ParcelEntry,
  }),
  pollParcel: defineEndpoint({
    ...write,
    method: "POST",
    path: `${one}/poll`,
    summary: "Request the status from the carrier now",
    query: LanguageQuery,
    response: ParcelEntry,
  }),
  rebookParcel: defineEndpoint({
    ...write,
    method: "POST",
    requiresVersion: true,
    path: `${one}/rebook`,
    summary: "Book the order of this parcel again, after a rejection or the end of the parcel",
    query: LanguageQuery,
    response: ParcelEntry,
    status: 201,
  }),
  deliverParcelAgain: defineEndpoint({
    ...write,
    method: "POST",
    path: `${one}/deliver-again`,
    summary: "Request another delivery attempt from the carrier",
    query: LanguageQuery,
    response: ParcelEntry,
  }),
  returnParcel: defineEndpoint({
    ...write,
    method: "POST",
    path: `${one}/return-to-shop`,
    summary: "Request from the carrier that it returns the parcel",
    query: LanguageQuery,
    response: ParcelEntry,
  }),
  readLabels: defineEndpoint({
    ...label,
    method: "GET",
    path: `${backOfficeApi}/labels`,
    summary:
      "Get the URL of a page with labels, valid for half an hour; `remaining` are the parcels that need another one",
    query: LabelsQuery,
    response: LabelLink,
  }),
  readLabelSheet: defineEndpoint({
    ...label,
    method: "GET",
    path: `${backOfficeApi}/label-sheets/{token}`,
    summary: "Get the content of the shop's own labels; 410 after half an hour",
    query: LanguageQuery,
    response: LabelSheet,
  }),
};
