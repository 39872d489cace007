import type { Cart, CartItem } from "#contract/cart.ts";
import type { Language } from "#contract/language.ts";
import { multiply, sum } from "#contract/money.ts";
import { certainGift, giftOf, pictureOf } from "#shop/catalog/index.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { type CartLine, isOnSale } from "./cart-line.ts";

/** The shop's policy, and the time that making takes. */
const deliveryPolicy = (days: number, lang: Language): CartItem["delivery_policy"] => ({
  making_days: days,
  text:
    days > 0
      ? t(lang, days === 1 ? "product.made_to_order_one" : "product.made_to_order_other", { count: days })
      : t(lang, "product.delivery_promise"),
});

function toItem(line: CartLine, lang: Language): CartItem {
  const image = line.picture && pictureOf(line.picture, lang);
  return {
    id: line.productId,
    cart_item_key: line.key,
    name: line.name[lang],
    slug: line.slug,
    price: line.unitPrice,
    regular_price: line.regularPrice,
    quantity: line.quantity,
    total: multiply(line.unitPrice, line.quantity),
    image: image?.src ?? "",
    picture: image,
    option: line.option[lang],
    attributes: line.attributes.map(({ name, slug, option, value }) => ({
      name: name[lang],
      slug,
      option: option[lang],
      value,
    })),
    variation_id: line.variationId,
    category: line.category?.slug ?? "",
    stock_quantity: line.available,
    purchasable: isOnSale(line),
    virtual: line.virtual,
    delivery_policy: deliveryPolicy(line.makingDays, lang),
    gift: giftOf(certainGift(line.gifts), lang),
    gifts: line.gifts.map((gift) => ({
      ...{ slug: gift.slug, name: gift.name[lang], image: pictureOf(gift.picture, lang) },
      ...{ quantity: gift.quantity, min_amount: gift.minAmount },
    })),
  };
}

/** The response of every cart endpoint. The total counts purchasable lines only, the item count all of them. */
export function toCart(
  { lines, version }: { lines: readonly CartLine[]; version: number },
  lang: Language,
  message: string,
): Cart {
  const items = lines.map((line) => toItem(line, lang));
  return {
    items,
    total: sum(items.filter(({ purchasable }) => purchasable).map(({ total }) => total)),
    item_count: items.reduce((count, { quantity }) => count + quantity, 0),
    message,
    version,
  };
}
