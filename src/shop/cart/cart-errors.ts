import { maxLineQuantity } from "#contract/cart.ts";
import type { Language } from "#contract/language.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { maxLines } from "./cart-line.ts";
import type { CartRejection } from "./cart-rules.ts";

const cartError = (status: number, code: string, message: string, param: string, more: object = {}): HttpError => {
  const full = `woocommerce_rest_cart_${code}`;
  return new HttpError(status, full, message, {
    extra: { params: { [param]: message }, details: { [param]: { code: full, message, data: null } }, ...more },
  });
};

/** Maps a rejected change to an error in the shopper's language that names the field. */
export function toCartError(rejection: CartRejection, lang: Language): HttpError {
  switch (rejection.reason) {
    case "not-sold":
      return cartError(404, "invalid_product", t(lang, "cart.item_unavailable"), "product_id");
    case "choose-option":
      return cartError(400, "missing_option", t(lang, "product.choose_option"), "attributes");
    case "no-such-option":
      return cartError(400, "invalid_option", t(lang, "cart.option_unavailable"), "attributes");
    case "no-such-variation":
      return cartError(400, "invalid_option", t(lang, "cart.option_unavailable"), "variation_id");
    case "sold-out":
      return cartError(400, "out_of_stock", t(lang, "cart.sold_out"), "quantity", { available: 0, room: 0 });
    case "too-few": {
      const { available, inCart, room } = rejection;
      const message =
        inCart > 0
          ? t(lang, "cart.stock_limit_in_cart", { count: available, in_cart: inCart })
          : t(lang, "cart.stock_limit", { count: available });
      return cartError(400, "insufficient_stock", message, "quantity", { available, room });
    }
    case "line-full":
      return cartError(400, "line_full", t(lang, "cart.line_limit", { max: maxLineQuantity }), "quantity");
    case "cart-full":
      return cartError(400, "full", t(lang, "cart.too_many_lines", { max: maxLines }), "product_id");
    case "not-in-cart":
      return cartError(404, "invalid_key", t(lang, "cart.not_found"), "cart_item_key");
  }
}
