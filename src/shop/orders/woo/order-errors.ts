import { HttpError } from "#shop/kernel/request/http-error.ts";

/** WooCommerce's error codes and messages for invalid order requests. */
export const orderErrors = {
  unknown: (status: 400 | 404) => new HttpError(status, "woocommerce_rest_shop_order_invalid_id", "Invalid ID."),
  exists: () => new HttpError(400, "woocommerce_rest_shop_order_exists", "Cannot create existing shop_order."),
  customer: () => new HttpError(400, "woocommerce_rest_invalid_customer_id", "Customer ID is invalid."),
  product: () => new HttpError(400, "woocommerce_rest_required_product_reference", "Product ID or SKU is required."),
  shipping: () => new HttpError(400, "woocommerce_rest_invalid_shipping_item", "Shipping method ID is required."),
  fee: () => new HttpError(400, "woocommerce_rest_invalid_fee_item", "Fee name is required."),
  coupon: (code: string) => new HttpError(400, "woocommerce_rest_invalid_coupon", `Coupon "${code}" does not exist!`),
  item: () =>
    new HttpError(400, "woocommerce_rest_invalid_item_id", "Order item ID provided is not associated with order."),
  trashed: () => new HttpError(410, "woocommerce_rest_already_trashed", "The shop_order has already been deleted."),
  cannotDelete: (message: string) => new HttpError(400, "woocommerce_rest_cannot_delete", message),
};
