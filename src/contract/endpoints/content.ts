import { z } from "zod";
import { call } from "../endpoint.ts";
import { ContentAnswer } from "../content.ts";

const tag = "Content";

export const contentCalls = {
  content: call({
    method: "GET",
    path: "/wp-json/custom-lang/v1/content/{lang}",
    access: "anyone",
    tag,
    summary: "Every text of the site in one language, the currencies, and the payment methods on offer",
    response: ContentAnswer,
  }),
  /** a link in a letter; mail programs also post to it (RFC 8058) */
  leaveNewsletter: call({
    method: "GET",
    also: ["POST"],
    path: "/wp-json/custom/v1/newsletter/leave",
    access: "anyone",
    tag: "Account",
    summary: "Leave the newsletter, by the link in its letters",
    query: z.object({ token: z.string().max(200).catch("") }),
    response: z.string(),
    page: true,
  }),
};
