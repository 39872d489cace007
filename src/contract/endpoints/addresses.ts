import { z } from "zod";
import {
  AddressBridgeRequest,
  AddressSearchQuery,
  AddressSuggestion,
  AddressUnit,
  AddressUnitsQuery,
  BridgedAddress,
} from "../address.ts";
import { defineEndpoint } from "../endpoint.ts";

const tag = "Addresses";

/** Units before and since July 2025, found only while the setting `address_form` is `search`: else 404 as for a path without route. */
export const addressEndpoints = {
  addressSearch: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom/v1/address-search",
    access: "anyone",
    tag,
    priority: "cached",
    summary: "Wards, districts and provinces, old and new, that a written address may name; the best first",
    query: AddressSearchQuery,
    response: z.array(AddressSuggestion),
    limit: "searchByAddress",
  }),
  addressUnits: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom/v1/address-units",
    access: "anyone",
    tag,
    priority: "cached",
    summary: "Provinces of a scheme, or the units of one province or district",
    query: AddressUnitsQuery,
    response: z.array(AddressUnit),
    limit: "searchByAddress",
  }),
  addressBridge: defineEndpoint({
    method: "POST",
    path: "/wp-json/custom/v1/address-bridge",
    access: "anyone",
    tag,
    summary: "An address in both schemes: from an old ward, a new ward, or a text",
    body: AddressBridgeRequest,
    response: BridgedAddress,
    limit: "searchByAddress",
  }),
};
