import { z } from "zod";
import { ParcelDetail } from "../../backoffice/parcels.ts";
import {
  ClaimSheet,
  CreateExchange,
  DecideReturn,
  ExchangeChoices,
  ExchangeEntry,
  LanguageQuery,
  ReceiveExchange,
  RecordCompensation,
  RecordReturn,
} from "../../backoffice/returns.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const read = { access: "staff", permission: "orders.view", tag: "Back office: returns" } as const;
const write = { ...read, permission: "parcels.manage" } as const;
const edit = { ...read, permission: "orders.edit" } as const;
const parcel = `${backOfficeApi}/parcels/{id}` as const;
const exchanges = `${backOfficeApi}/orders/{id}/exchange` as const;

/** Returned parcels, claims against the carrier, exchanges. */
export const returnEndpoints = {
  recordReturn: defineEndpoint({
    ...write,
    method: "POST",
    path: `${parcel}/returned`,
    summary: "Record the inspection of a returned parcel, once; only `restock` increases the stock",
    query: LanguageQuery,
    body: RecordReturn,
    response: ParcelDetail,
  }),
  decideReturn: defineEndpoint({
    ...write,
    method: "POST",
    requiresVersion: true,
    path: `${parcel}/decision`,
    summary: "Decide about the order of an inspected parcel: send it again, refund it, or close it as refused",
    query: LanguageQuery,
    body: DecideReturn,
    response: ParcelDetail,
  }),
  readClaim: defineEndpoint({
    ...read,
    method: "GET",
    path: `${parcel}/claim`,
    summary: "Get the claim sheet of a parcel: value, insured sum, steps, photos",
    query: LanguageQuery,
    response: ClaimSheet,
  }),
  recordCompensation: defineEndpoint({
    ...write,
    method: "PUT",
    requiresVersion: true,
    path: `${parcel}/compensation`,
    summary:
      "Record what the carrier paid for the parcel, as income of the order; `If-Match` names the claim's `version`",
    query: LanguageQuery,
    body: RecordCompensation,
    response: ClaimSheet,
  }),
  listExchangeChoices: defineEndpoint({
    ...read,
    method: "GET",
    path: `${exchanges}-choices`,
    summary: "List the lines of an order that can be exchanged, with the options to choose from",
    query: LanguageQuery,
    response: ExchangeChoices,
  }),
  listExchanges: defineEndpoint({
    ...read,
    method: "GET",
    path: exchanges,
    summary: "List the exchanges of an order, as the replaced or as the new one",
    query: LanguageQuery,
    response: z.array(ExchangeEntry),
  }),
  createExchange: defineEndpoint({
    ...edit,
    method: "POST",
    requiresVersion: true,
    path: exchanges,
    summary: "Create an order at zero price for another option of an item; 400 without stock, 409 if it was not paid",
    query: LanguageQuery,
    body: CreateExchange,
    response: ExchangeEntry,
    status: 201,
  }),
  receiveExchange: defineEndpoint({
    ...write,
    method: "POST",
    path: `${exchanges}/received`,
    summary: "Record that the item which this order replaces is back at the shop, and its state",
    query: LanguageQuery,
    body: ReceiveExchange,
    response: ExchangeEntry,
  }),
};
