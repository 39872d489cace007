import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Component page for developers; not part of any build. */
const inDevelopment = process.env.NODE_ENV === "development" ? [route("design", "design-page/design.route.tsx")] : [];

/** The routes. Pages under a private layout redirect guests to the login. */
export default [
  layout("layout/shop-layout.route.tsx", [
    index("catalog/home.route.tsx"),
    route("products/category", "catalog/categories.route.tsx"),
    route("products/category/:category", "catalog/listing.route.tsx"),
    route("gifts", "catalog/gifts.route.tsx"),
    route("collections", "catalog/collections.route.tsx"),
    route("product-detail/:id/:slug?", "catalog/product.route.tsx"),
    route("cart", "cart/cart.route.tsx"),
    // a POST to /cart itself belongs to the store: WooCommerce's own form endpoint
    route("cart/change", "cart/cart.route.tsx", { id: "cart-change" }),
    route("menu", "layout/menu.route.tsx"),
    route("search", "search/search.route.tsx"),
    route("about-us", "content/about.route.tsx"),
    route("support", "content/support.route.tsx"),
    route("services", "content/services.route.tsx"),
    route("newsletter", "layout/newsletter.route.tsx"),
    route("order-lookup", "account/order-lookup.route.tsx"),
    route("reset-password", "account/reset-password.route.tsx"),
    layout("account/private-layout.route.tsx", [route("profile", "account/profile.route.tsx")]),
    ...inDevelopment,
    route("404", "content/not-found.route.tsx", { id: "not-found" }),
    route("*", "content/not-found.route.tsx", { id: "unknown-path" }),
  ]),
  layout("layout/checkout-layout.route.tsx", [
    route("checkout", "checkout/review.route.tsx"),
    route("checkout/order-info", "checkout/order-info.route.tsx"),
    route("final-payment", "checkout/final-payment.route.tsx"),
  ]),
  layout("layout/payment-layout.route.tsx", [
    route("bank-payment/:order", "checkout/bank-payment.route.tsx"),
    route("order/:number/:token", "account/linked-order.route.tsx"),
    route("order-claim/:number/:token", "account/claim-order.route.tsx"),
  ]),
  route("preferences", "layout/preferences.route.tsx"),
  route("offline", "layout/offline.route.tsx"),
  route("manifest.webmanifest", "layout/manifest.route.ts"),
] satisfies RouteConfig;
