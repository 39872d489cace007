import { randomBytes } from "node:crypto";
import { type SimulatorResponse, json } from "#simulators/shared/server.ts";

/** An error of PayPal's API; thrown, and returned in PayPal's shape. */
export class PaypalApiError extends Error {
  readonly status: number;
  readonly issue: string;
  readonly field: string | null;
  /** where the shopper may go on */
  readonly links: readonly { href: string; rel: string }[];

  constructor(
    status: number,
    issue: string,
    { field = null, links = [] }: { field?: string | null; links?: readonly { href: string; rel: string }[] } = {},
  ) {
    super(issue);
    this.status = status;
    this.issue = issue;
    this.field = field;
    this.links = links;
  }
}

const names: Record<number, [name: string, message: string]> = {
  400: ["INVALID_REQUEST", "Request is not well-formed, syntactically incorrect, or violates schema."],
  401: ["AUTHENTICATION_FAILURE", "Authentication failed due to missing authorization header, or invalid credentials."],
  403: ["NOT_AUTHORIZED", "Authorization failed due to insufficient permissions."],
  404: ["RESOURCE_NOT_FOUND", "The specified resource does not exist."],
  409: ["RESOURCE_CONFLICT", "The server has detected a conflict while processing this request."],
  415: ["UNSUPPORTED_MEDIA_TYPE", "The server does not support the request payload's media type."],
  422: [
    "UNPROCESSABLE_ENTITY",
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
  ],
};

const information = (issue: string) => ({
  href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${issue}`,
  rel: "information_link",
  method: "GET",
});

export function errorResponse({ status, issue, field, links }: PaypalApiError): SimulatorResponse {
  const [name, message] = names[status] ?? ["INTERNAL_SERVER_ERROR", "An internal server error has occurred."];
  const where = field === null ? {} : { field, location: "body" };
  return json(status, {
    name,
    message,
    debug_id: randomBytes(7).toString("hex").slice(0, 13),
    details: [{ ...where, issue, description: issue.toLowerCase().replaceAll("_", " ") }],
    links: [...links.map((link) => ({ ...link, method: "GET" })), information(issue)],
  });
}

/** The token endpoint returns errors in the format of OAuth. */
export const oauthError = (status: number, error: string, description: string): SimulatorResponse =>
  json(status, { error, error_description: description });
