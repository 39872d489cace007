import { dong, sum } from "#contract/money.ts";
import { codMethodId, defaultMethod } from "#contract/payment-methods/index.ts";
import type { CartItem } from "#contract/cart.ts";
import type { OrderStatus } from "#contract/order.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import type { Card } from "#web/catalog/card.ts";

/** An unusually long product name that must fit too. */
export const longName = "Dây chuyền bạc nhiều lớp mặt trăng khuyết đính đá mặt trăng và ngọc trai nước ngọt cỡ lớn";

/** A cart line of this product. */
export const cartItemOf = (card: Card, own: Partial<CartItem>): CartItem => ({
  ...{ id: card.id, cart_item_key: `shown-${card.id}`, name: card.name, slug: card.slug, image: "" },
  ...{
    price: card.price ?? dong(0),
    regular_price: card.regularPrice ?? dong(0),
    quantity: 1,
    total: card.price ?? dong(0),
  },
  ...{ picture: card.pictures[0] ?? null, option: "52 mm, Hộp quà", attributes: [], variation_id: null },
  ...{ category: "rings", stock_quantity: 8, purchasable: true, virtual: false, gift: null, gifts: [] },
  delivery_policy: { making_days: 0, text: "" },
  ...own,
});

const placed = "2026-03-04T03:30:00.000Z";
const shipping = dong(22_000);
const paid = "2026-03-04T03:32:00.000Z";

/** An order of these products in one status, shipped to an address in Hà Nội. */
export const orderOf = (
  cards: readonly Card[],
  status: OrderStatus,
  payment: OrderRecord["payment"]["status"],
): OrderRecord => {
  const items = cards.map((card) => ({
    ...{
      line_id: card.id,
      product_id: card.id,
      variation_id: 0,
      slug: card.slug,
      name: card.name,
      option: "52 mm",
      quantity: 1,
    },
    ...{ price: card.price ?? dong(0), total: card.price ?? dong(0), image_url: card.pictures[0]?.src ?? "", gift: "" },
  }));
  const subtotal = sum(items.map(({ total }) => total));
  return {
    ...{
      order_id: statuses.indexOf(status) + 1,
      order_number: `1000${statuses.indexOf(status) + 1}`,
      order_date: placed,
      status,
    },
    payment: {
      ...{
        status: payment,
        method: status === "pending" ? codMethodId : defaultMethod,
        transaction_id: payment === "paid" ? "14422574" : "",
      },
      ...{
        subtotal,
        shipping_cost: shipping,
        total_amount: sum([subtotal, shipping]),
        refundable: payment === "paid" ? sum([subtotal, shipping]) : dong(0),
        charged_usd_cents: null,
        held_until: null,
        deposit: null,
      },
    },
    shipping: {
      ...{ name: "Trần Thị Ngọc", first_name: "Ngọc", last_name: "Trần Thị" },
      ...{ phone: "+84912345678", address: "12 Hàng Bạc", ward_name: "Phường Hàng Bạc" },
      ...{ district_name: "Quận Hoàn Kiếm", province_name: "Thành phố Hà Nội", method: "flat_rate" },
      label: "12 Hàng Bạc, Phường Hàng Bạc, Quận Hoàn Kiếm, Thành phố Hà Nội",
      ...{ tracking_code: "", tracking_id: "", place: null, wards: null, postcode: "10000" },
    },
    customer_note: status === "processing" ? "Gọi trước khi giao, sau 18 giờ." : "",
    promise: { from: "2026-03-06", by: "2026-03-07" },
    confirmation: null,
    parcel: null,
    items,
    self_service: {
      actions: [],
      version: "1",
      cancel_requested_at: null,
      change: null,
      locked: false,
      account_needed: dong(0),
    },
    timeline:
      status === "pending"
        ? [{ status: "pending", date: placed }]
        : [
            { status: "pending", date: placed },
            { status, date: paid },
          ],
  };
};

export const statuses = ["pending", "processing", "on-hold", "completed", "cancelled", "failed", "refunded"] as const;
