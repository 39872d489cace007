import type { OrderForm } from "./order-form.ts";

/** DOM id of a checkout field, used to focus the first invalid one. */
export const fieldId = (field: keyof OrderForm): string => `order-${field}`;
