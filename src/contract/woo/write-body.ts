import { z } from "zod";

/** PHP clients and forms send an empty list as "". */
const emptyList = (schema: z.core.$ZodType | undefined, value: unknown): unknown =>
  value === "" && schema && !z.safeParse(schema, "").success && z.safeParse(schema, []).success ? [] : value;

/**
 * Schema of a write's body. Null counts as not sent, since typed clients send many nulls; fields in `nullable` accept
 * null as a value, and those in `clearedByNull` are cleared by it, as in WooCommerce: no price, no SKU.
 */
export const writeBody = <Shape extends z.ZodRawShape>(
  shape: Shape,
  nullable: readonly (keyof Shape & string)[] = [],
  clearedByNull: readonly (keyof Shape & string)[] = [],
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
              value === null && names(clearedByNull, name)
                ? ""
                : emptyList(Object.hasOwn(shape, name) ? shape[name] : undefined, value),
            ] as const,
        )
        .filter(([name, value]) => value !== null || names(nullable, name)),
    );
  }, z.object(shape));
