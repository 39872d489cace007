import { z } from "zod";

/** A page of a history whose entries are summed up from their lines, so a page has few. */
export const HistoryPageQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(20).default(20),
});
export type HistoryPage = z.output<typeof HistoryPageQuery>;
