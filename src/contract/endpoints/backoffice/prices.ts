import { z } from "zod";
import { HistoryPageQuery } from "../../backoffice/history-page.ts";
import { SkippedPrice, PriceChangeEntry, PriceChangeRequest, PriceChangeResult } from "../../backoffice/prices.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const shared = { access: "staff", permission: "prices.edit", tag: "Back office: prices" } as const;

/** Changes of many prices. */
export const priceChangeEndpoints = {
  changePrices: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${backOfficeApi}/price-changes`,
    summary:
      "Preview a change of many prices, or start it as a background task; 409 if a price changed since the preview",
    body: PriceChangeRequest,
    response: PriceChangeResult,
  }),
  listPriceChanges: defineEndpoint({
    ...shared,
    method: "GET",
    path: `${backOfficeApi}/price-changes`,
    summary: "List the price changes, the newest first",
    query: HistoryPageQuery,
    response: z.array(PriceChangeEntry),
  }),
  listSkippedPrices: defineEndpoint({
    ...shared,
    method: "GET",
    path: `${backOfficeApi}/price-changes/{id}/skipped`,
    summary: "List the prices of a change that were not written or not restored, at most 500",
    response: z.array(SkippedPrice),
  }),
  undoPriceChange: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${backOfficeApi}/price-changes/{id}/undo`,
    summary: "Restore the prices of a change that are still as it set them, as a background task; 409 if it was undone",
    response: PriceChangeEntry,
  }),
};
