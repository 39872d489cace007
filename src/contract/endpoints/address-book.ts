import { CustomerAddressBook, AddressEntry, ChangedAddressBook } from "../address-book.ts";
import { defineEndpoint } from "../endpoint.ts";

const tag = "Account";

/** The customer's addresses; an address of another customer is a 404. */
export const addressBookEndpoints = {
  list: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom-auth/v1/addresses",
    access: "customer",
    tag,
    summary: "List the customer's addresses, and the address of the newest order",
    response: CustomerAddressBook,
  }),
  add: defineEndpoint({
    method: "POST",
    path: "/wp-json/custom-auth/v1/addresses",
    access: "customer",
    tag,
    summary: "Add an address; the first one is the default, the 21st a 400",
    body: AddressEntry,
    response: ChangedAddressBook,
    status: 201,
    limit: "addressBookByAddress",
  }),
  change: defineEndpoint({
    method: "PUT",
    path: "/wp-json/custom-auth/v1/addresses/{id}",
    access: "customer",
    tag,
    summary: "Replace an address, or make it the default",
    body: AddressEntry,
    response: ChangedAddressBook,
    limit: "addressBookByAddress",
  }),
  remove: defineEndpoint({
    method: "DELETE",
    path: "/wp-json/custom-auth/v1/addresses/{id}",
    access: "customer",
    tag,
    summary: "Remove an address; after the default one the address that was used last is the default",
    response: ChangedAddressBook,
    limit: "addressBookByAddress",
  }),
};
