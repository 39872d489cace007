import { z } from "zod";

/** Programs in PHP, and forms, write an empty list as "". */
const emptyList = (schema: z.core.$ZodType | undefined, value: unknown): unknown =>
  value === "" && schema && !z.safeParse(schema, "").success && z.safeParse(schema, []).success ? [] : value;

/**
 * The body of a write. Null is as good as not sent, since typed clients send many such; but those named in `nullable` have
 * a meaning of their own for null, and those in `emptied` are emptied by it, as WooCommerce reads it: no price, no code.
 */
export const writeBody = <Shape extends z.ZodRawShape>(
  shape: Shape,
  nullable: readonly (keyof Shape & string)[] = [],
  emptied: readonly (keyof Shape & string)[] = [],
) =>
  z.preprocess((body) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
    const names = (list: readonly string[], name: string): boolean => list.includes(name);
    return Object.fromEntries(
      Object.entries(body)
        .map(
          ([name, value]) =>
            [
              name,
              value === null && names(emptied, name)
                ? ""
                : emptyList(Object.hasOwn(shape, name) ? shape[name] : undefined, value),
            ] as const,
        )
        .filter(([name, value]) => value !== null || names(nullable, name)),
    );
  }, z.object(shape));
