import { expect, test } from "vitest";
import type { Cart, CartItem } from "#contract/cart.ts";
import { dong } from "#contract/money.ts";
import { selectionOf } from "./selection.ts";
import { optimisticCart } from "#web/api/optimistic-cart.ts";

const line = (key: string, amount: number, quantity: number, purchasable = true): CartItem => ({
  id: 101,
  cart_item_key: key,
  name: key,
  slug: key,
  price: dong(amount),
  regular_price: dong(amount),
  quantity,
  total: dong(amount * quantity),
  image: "",
  picture: null,
  option: "",
  attributes: [],
  variation_id: null,
  category: "rings",
  stock_quantity: 9,
  purchasable,
  virtual: false,
  delivery_policy: { making_days: 0, text: "" },
  gift: null,
  gifts: [],
});
const cart: Cart = {
  items: [line("a", 100_000, 1), line("b", 250_000, 2), line("sold-out", 90_000, 1, false)],
  total: dong(690_000),
  item_count: 4,
  message: "",
  version: 7,
};

test("pending edits show at once, in the lines and in the totals", () => {
  const seen = optimisticCart(cart, { a: 3, b: 0 });
  expect(seen.items.map(({ cart_item_key, quantity }) => [cart_item_key, quantity])).toEqual([
    ["a", 3],
    ["sold-out", 1],
  ]);
  expect([seen.total, seen.item_count]).toEqual([300_000, 4]); // sold-out lines are not in the total
});

test("the selection counts ticked lines once, and neither removed nor sold-out ones", () => {
  const { items, subtotal, count } = selectionOf(cart, ["b", "deleted", "b", "sold-out"]);
  expect(items.map(({ cart_item_key }) => cart_item_key)).toEqual(["b"]);
  expect([subtotal, count]).toEqual([500_000, 2]);
});

test("without a choice, all purchasable lines are selected", () => {
  const { items, isSelected } = selectionOf(cart, "all");
  expect(items).toEqual(cart.items.filter(({ purchasable }) => purchasable));
  expect([isSelected("b"), isSelected("deleted")]).toEqual([true, false]);
});
