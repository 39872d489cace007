import { HttpError } from "#shop/kernel/http/errors.ts";

/** What products are filed under goes for good or not at all. */
export const noTrash = (): HttpError =>
  new HttpError(501, "woocommerce_rest_trash_not_supported", "Resource does not support trashing.");
