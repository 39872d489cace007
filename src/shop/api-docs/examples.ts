import { codMethodId } from "#contract/payment-methods/index.ts";
import type { Endpoint } from "#contract/endpoint.ts";

/** Request bodies that work in the demo shop, for trying endpoints in the documentation. */
const examples: Record<string, unknown> = {
  "POST /wp-json/custom-cart/v1/add": { product_id: 143, quantity: 1 },
  "POST /wp-json/custom-cart/v1/update": { cart_item_key: "143:0", quantity: 2 },
  "POST /wp-json/custom-cart/v1/clear": {},
  "POST /cart/": { action: "clear_cart" },
  "POST /wp-json/custom-favorites/v1/add": { product_id: 143 },
  "POST /wp-json/custom-favorites/v1/remove": { product_id: 143 },
  "POST /wp-json/custom-auth/v1/login": { username: "ngoc@example.com", password: "your password", remember: false },
  "POST /wp-json/custom-auth/v1/register": {
    username: "ngoc",
    email: "ngoc@example.com",
    password: "at least 8 characters",
    first_name: "Ngọc",
    last_name: "Trần",
    phone: "0912345678",
  },
  "PUT /wp-json/custom-auth/v1/profile": { firstName: "Ngọc", phone: "0912345678" },
  "POST /wp-json/custom/v1/newsletter": { email: "ngoc@example.com" },
  "POST /wp-json/custom/v1/request-password-reset": { email: "ngoc@example.com" },
  "POST /wp-json/wc/v3/products": { name: "Nhẫn bạc Lá", type: "simple", regular_price: "450000", status: "draft" },
  "PUT /wp-json/wc/v3/products/{id}": { sale_price: "390000" },
  "POST /wp-json/wc/v3/products/batch": { update: [{ id: 143, featured: true }] },
  "POST /wp-json/wc/v3/products/categories": { name: "Vòng chân" },
  "POST /wp-json/wc/v3/products/attributes/{attribute_id}/terms": { name: "Opal" },
  "POST /wp-json/wc/v3/orders": {
    payment_method: codMethodId,
    line_items: [{ product_id: 143, quantity: 1 }],
    billing: {
      first_name: "Ngọc",
      last_name: "Trần",
      address_1: "12 Nguyễn Huệ",
      city: "Hồ Chí Minh",
      postcode: "70000",
      country: "VN",
      email: "ngoc@example.com",
      phone: "0912345678",
    },
    shipping_lines: [{ method_id: "local_pickup" }],
  },
  "PUT /wp-json/wc/v3/orders/{id}": { status: "completed" },
  "POST /wp-json/wc/v3/webhooks": {
    name: "New orders",
    topic: "order.created",
    delivery_url: "https://erp.example/orders",
  },
};

export function exampleOf({ method, path }: Endpoint): { example?: unknown } {
  const example = examples[`${method} ${path}`];
  return example === undefined ? {} : { example };
}

const complaint = "per_page must be between 1 (inclusive) and 100 (inclusive)";
/** An error that names its parameter. */
export const problemExample = {
  code: "rest_invalid_param",
  message: "Invalid parameter(s): per_page",
  data: {
    status: 400,
    params: { per_page: complaint },
    details: { per_page: { code: "rest_out_of_bounds", message: complaint, data: null } },
    request_id: "5c1d7d0a-6a3d-4c1c-9d3f-0d8f4a3f2b11",
  },
};
