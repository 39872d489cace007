import { HttpError } from "#shop/kernel/request/http-error.ts";

/** Taxonomy terms have no trash: they can only be deleted permanently. */
export const noTrash = (): HttpError =>
  new HttpError(501, "woocommerce_rest_trash_not_supported", "Resource does not support trashing.");
