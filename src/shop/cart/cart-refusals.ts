import { maxLineQuantity } from "#contract/cart.ts";
import type { Language } from "#contract/language.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { maxLines } from "./cart-line.ts";
import type { Refused } from "./cart-rules.ts";

const refusal = (status: number, code: string, message: string, param: string, more: object = {}): HttpError => {
  const full = `woocommerce_rest_cart_${code}`;
  return new HttpError(status, full, message, {
    extra: { params: { [param]: message }, details: { [param]: { code: full, message, data: null } }, ...more },
  });
};

/** Says in the shopper's language why a cart stays as it is, and names the field. */
export function cartRefusal(refused: Refused, lang: Language): HttpError {
  switch (refused.because) {
    case "not-sold":
      return refusal(404, "invalid_product", t(lang, "cart.item_unavailable"), "product_id");
    case "choose-option":
      return refusal(400, "missing_option", t(lang, "validation.option"), "attributes");
    case "no-such-option":
      return refusal(400, "invalid_option", t(lang, "cart.option_unavailable"), "attributes");
    case "sold-out":
      return refusal(400, "out_of_stock", t(lang, "cart.sold_out"), "quantity", { available: 0, room: 0 });
    case "too-few": {
      const { available, inCart, room } = refused;
      const sentence =
        inCart > 0
          ? t(lang, "cart.stock_limit_in_cart", { count: available, in_cart: inCart })
          : t(lang, "cart.stock_limit", { count: available });
      return refusal(400, "insufficient_stock", sentence, "quantity", { available, room });
    }
    case "line-full":
      return refusal(400, "line_full", t(lang, "cart.line_limit", { max: maxLineQuantity }), "quantity");
    case "cart-full":
      return refusal(400, "full", t(lang, "cart.too_many_lines", { max: maxLines }), "product_id");
    case "not-in-cart":
      return refusal(404, "invalid_key", t(lang, "cart.not_found"), "cart_item_key");
  }
}
