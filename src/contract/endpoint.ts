import type { z } from "zod";
import type { Permission } from "./permissions.ts";

/** Root of the back office's endpoints. */
export const backOfficeApi = "/wp-json/lianne-admin/v1";

/** Classes of requests under load, the most important first: orders and money, what leads to them, merchants, all others. */
export type Priority = "paying" | "cart" | "staff" | "merchant" | "browsing";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Rate limits per IP address; each is counted before the request is read. */
export const addressLimits = [
  "loginByAddress",
  "registerByAddress",
  "resetByAddress",
  "resetKeyByAddress",
  "searchByAddress",
  "carrierByAddress",
  "emailChangeByAddress",
  "addressBookByAddress",
  "newsletterByAddress",
  "personalDataByAddress",
  "returnByAddress",
  "ownOrdersByAddress",
  "guestOrderByAddress",
  "orderLookupByAddress",
  "orderLookupPerDayByAddress",
  "wrongOrderTokenByAddress",
  "rejectedWebhookByAddress",
  "staffSignInByAddress",
  "staffLinkByAddress",
  "staffResetByAddress",
  "staffPasskeyByAddress",
] as const;
export type AddressLimit = (typeof addressLimits)[number];

/**
 * One endpoint of the store's API. The server takes access rules and validation from it, the typed client its types,
 * and the OpenAPI document its description. Every route below `/wp-json` is one.
 */
export type Endpoint = EndpointBase & (PublicAccess | MerchantAccess);

interface PublicAccess {
  /**
   * The callers that the endpoint accepts, none of them with a permission:
   * - `anyone`: no key or session needed; personal data in the response belongs to the visitor identified by cookie
   * - `customer`: a logged-in customer, for their own data (401 otherwise)
   * - `buyer`: as `customer`, and while the setting `guest_checkout` allows it a visitor by the cookie of their cart
   * - `signIn`: a part of the sign-in to the back office: from its own pages only, the handler checks the credentials
   */
  access: "anyone" | "customer" | "buyer" | "signIn";
  permission?: never;
  fieldPermissions?: never;
}

interface MerchantAccess {
  /**
   * The callers that the endpoint accepts. Where a merchant's key is accepted, so is a staff member's session whose role
   * has the `permission`.
   * - `key`: the storefront's key or a merchant's; the storefront's sees only published items (401 without)
   * - `customerOrMerchant`: a merchant's key, or the storefront's with a session, limited to that customer's own data (404 otherwise)
   * - `merchant`: a merchant's key with the permission that the method needs (401 without, 403 with the storefront's)
   * - `staff`: a staff member's session whose role has the `permission` (401, 403); no key
   */
  access: "key" | "customerOrMerchant" | "merchant" | "staff";
  /** what the role of a staff member's session must allow; `any`: every role */
  permission: Permission | "any";
  /** what of the body, or of the entries of a batch, requires a further permission: a field, a value (`status=refunded`), a field of a list (`line_items.total`) */
  fieldPermissions?: Readonly<Record<string, Permission>>;
}

interface EndpointBase {
  method: HttpMethod;
  /** further methods with the same meaning: WooCommerce updates with PUT, PATCH and POST */
  additionalMethods?: readonly HttpMethod[];
  /** relative to the origin; `{id}` and `{…_id}` match a number of up to nine digits, any other parameter a text */
  path: string;
  /** requires an authentication of the staff member within the last 10 minutes of a complete session */
  reauthenticate?: true;
  /**
   * requires `If-Match` with the version that the client has loaded, or with `*` for any version, which states that the person has decided so
   * (428 `lianne_version_required` otherwise)
   */
  requiresVersion?: true;
  /** also accepted while the account still has to set up its second factor */
  duringSetUp?: true;
  /** the response contains the session's nonce, so the request needs none */
  returnsNonce?: true;
  /**
   * class of its requests under load; by default `staff` for the back office and for sessions of staff members, `merchant` for
   * other requests to endpoints of merchants, and `cart` for all others. `cached` means `browsing` for requests that the response cache has to load, and no class for all others.
   */
  priority?: Priority | "cached";
  /** tag in the OpenAPI document */
  tag: string;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * opened by the browser itself, as a page, frame or image of the back office: instead of the nonce, which it cannot send, its
   * `Sec-Fetch-Site` is checked
   */
  opensInFrame?: true;
  /** accepted media types, where the body is a file instead of JSON */
  upload?: readonly string[];
  response: z.ZodType;
  /** status of success, 200 by default */
  status?: 200 | 201 | 202;
  /** rate limit; above it the response is 429 with `Retry-After` */
  limit?: AddressLimit;
  /** the response is a page, not JSON */
  page?: true;
  /** the storefront must send the header `Idempotency-Key` */
  idempotent?: true;
  /** the unparsed body is available too, for signature verification */
  rawBody?: true;
  /** called by other servers, never by a page: the Origin header is not checked */
  skipOriginCheck?: true;
}

/** Declares an endpoint with its literal types. */
export const defineEndpoint = <const C extends Endpoint>(definition: C): C => definition;

/** Types of the path parameters: names that end in `id` are numbers, all others text. */
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
