import type { OrderForm } from "./order-form.ts";

/** DOM id of a field of the checkout form, by which the first failing one is focused. */
export const fieldId = (field: keyof OrderForm): string => `order-${field}`;
