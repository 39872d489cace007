import { z } from "zod";

/** An error answer in WooCommerce's shape, on every namespace. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  data: z
    .object({
      status: z.number(),
      /** one entry per failing top-level parameter, or the list of missing ones */
      params: z.union([z.record(z.string(), z.string()), z.array(z.string())]).optional(),
      details: z.record(z.string(), z.object({ code: z.string(), message: z.string(), data: z.unknown() })).optional(),
      /** quote it to the shop when reporting a fault */
      request_id: z.string().optional(),
    })
    .loose(),
});
export type Problem = z.infer<typeof Problem>;
