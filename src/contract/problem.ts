import { z } from "zod";

/** Error response in WooCommerce's shape, in every namespace. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  data: z
    .object({
      status: z.number(),
      /** one entry per invalid top-level parameter, or the list of missing ones */
      params: z.union([z.record(z.string(), z.string()), z.array(z.string())]).optional(),
      details: z
        .record(z.string(), z.object({ code: z.string(), message: z.string(), data: z.unknown().optional() }))
        .optional(),
      /** id to quote when reporting an error to the shop */
      request_id: z.string().optional(),
    })
    .loose(),
});
export type Problem = z.infer<typeof Problem>;
