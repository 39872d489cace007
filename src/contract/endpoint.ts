import type { z } from "zod";

/**
 * Who may make a call.
 * - `anyone`: without key or session; what is personal in the answer is the visitor's own, by cookie
 * - `customer`: a logged-in customer, for themselves (401 otherwise)
 * - `key`: the storefront's key or a merchant's; the storefront's sees what is published (401 without)
 * - `owner`: a merchant's key, or the storefront's with a session and then only what is that customer's own (404 otherwise)
 * - `merchant`: a merchant's key with the permission that the method needs (401 without, 403 with the storefront's)
 */
export type Access = "anyone" | "customer" | "key" | "owner" | "merchant";

export type CallMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Limits by address that a call may stand under; each is counted before anything of the request is read. */
export const addressLimits = [
  "loginByAddress",
  "registerByAddress",
  "resetByAddress",
  "resetKeyByAddress",
  "searchByAddress",
  "carrierByAddress",
  "newsletterByAddress",
  "personalDataByAddress",
  "returnByAddress",
  "ownOrdersByAddress",
  "refusedNoticeByAddress",
] as const;
export type AddressLimit = (typeof addressLimits)[number];

/**
 * One call of the store: the rule that the server enforces, the schemas that it parses with and the typed client is
 * checked against, and what the API's documentation is made of. Every route below `/wp-json` is one.
 */
export interface Endpoint {
  method: CallMethod;
  /** other methods that mean the same, as WooCommerce updates with PUT, PATCH and POST */
  also?: readonly CallMethod[];
  /** from the site's root; `{id}` stands for a number of up to nine digits, any other name for a text */
  path: string;
  access: Access;
  /** chapter of the documentation */
  tag: string;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** media types of a body that is a file and not JSON */
  upload?: readonly string[];
  response: z.ZodType;
  /** status of success, 200 unless said */
  status?: 200 | 201;
  /** over it the answer is 429 with `Retry-After` */
  limit?: AddressLimit;
  /** the answer is a page and no JSON */
  page?: true;
  /** the header `Idempotency-Key` is required of shoppers */
  idempotent?: true;
  /** the body is kept as it came too, since it is signed */
  rawBody?: true;
  /** other servers make it and no page does: where it comes from is not looked at */
  server?: true;
}

/** Keeps the literal types of a call. */
export const call = <const C extends Endpoint>(definition: C): C => definition;

/** Names in a path: ids are numbers, anything else is text. */
export type PathValues<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: Name extends `${string}id` ? number : string } & PathValues<Rest>
  : unknown;

export type QueryOf<C extends Endpoint> = C extends { query: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown;
export type BodyOf<C extends Endpoint> = C extends { body: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown;
export type ResponseOf<C extends Endpoint> = z.input<C["response"]>;
