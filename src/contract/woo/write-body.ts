import { z } from "zod";

/**
 * The body of a write. In WooCommerce a parameter that is null was not sent, and typed clients send many such; those
 * named in `nullable` have a meaning of their own for null.
 */
export const writeBody = <Shape extends z.ZodRawShape>(
  shape: Shape,
  nullable: readonly (keyof Shape & string)[] = [],
) =>
  z.preprocess((body) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
    return Object.fromEntries(
      Object.entries(body).filter(([name, value]) => value !== null || nullable.some((one) => one === name)),
    );
  }, z.object(shape));
