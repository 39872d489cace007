import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { ContentResponse } from "../content.ts";

const tag = "Content";

export const contentEndpoints = {
  content: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom-lang/v1/content/{lang}",
    access: "anyone",
    tag,
    priority: "cached",
    summary: "Get all texts of the site in one language, the currencies and the available payment methods",
    response: ContentResponse,
  }),
  /** linked from newsletters; mail clients also post to it (RFC 8058, one-click unsubscribe) */
  unsubscribe: defineEndpoint({
    method: "GET",
    additionalMethods: ["POST"],
    path: "/wp-json/custom/v1/newsletter/leave",
    access: "anyone",
    tag: "Account",
    summary: "Unsubscribe from the newsletter through the link in its emails",
    query: z.object({ token: z.string().max(200).catch("") }),
    response: z.string(),
    page: true,
  }),
};
