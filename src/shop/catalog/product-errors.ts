import { HttpError } from "#shop/kernel/request/http-error.ts";

/** 400 in WooCommerce's format for one field that only the database could validate. */
export const wrongParam = (name: string, message: string): HttpError =>
  new HttpError(400, "rest_invalid_param", `Invalid parameter(s): ${name}`, {
    extra: { params: { [name]: message }, details: { [name]: { code: "rest_invalid_param", message, data: null } } },
  });

const invalidId = (status: number): HttpError =>
  new HttpError(status, "woocommerce_rest_product_invalid_id", "Invalid ID.");

export const productErrors = {
  unknown: () => invalidId(404),
  /** WooCommerce's own status for an update of a missing product */
  unknownUpdate: () => invalidId(400),
  /** for `If-Match`; the caller replaces it by one with the current record */
  changed: () => new HttpError(412, "lianne_conflict", "The record has changed since it was loaded."),
  exists: () => new HttpError(400, "woocommerce_rest_product_exists", "Cannot create existing product."),
  trashed: () => new HttpError(410, "woocommerce_rest_already_trashed", "The product has already been deleted."),
};
