// The arrows between the folders, as a program. A new folder in src/shop or src/web is a new key here (scripts/arrows.test.ts sees to it).

/** Each folder of src/shop and the ones below it that it may import; every one may import the kernel. */
export const below = {
  kernel: [],
  backup: [],
  content: [],
  locations: [],
  mail: [],
  payments: [],
  "api-docs": [],
  sitemap: [],
  webhooks: [],
  customers: ["locations", "mail"],
  catalog: ["content"],
  shipping: ["locations"],
  search: ["catalog"],
  cart: ["catalog"],
  wishlist: ["catalog", "customers"],
  orders: ["catalog", "mail", "payments", "shipping"],
  fulfilment: ["catalog", "locations", "mail", "orders", "shipping"],
  "payment-flow": ["cart", "mail", "orders", "payments"],
  checkout: ["cart", "catalog", "fulfilment", "locations", "mail", "orders", "payment-flow", "payments", "shipping"],
  "personal-data": ["customers", "mail"],
};

/** Each room of the kernel and the ones above it in this table that it may import. */
export const kernelBelow = {
  base: [],
  observability: ["base"],
  db: ["base", "observability"],
  load: ["base", "observability"],
  cache: ["db", "load", "observability"],
  // parsing a request, its language, and the errors that it may end in
  request: ["db", "load"],
  settings: ["db", "cache"],
  limits: ["base", "observability", "db", "request", "settings"],
  app: ["base", "db", "load", "cache", "limits"],
  auth: ["base", "db", "request", "app"],
  jobs: ["base", "observability", "db"],
  outbound: ["base", "observability"],
  http: ["base", "observability", "db", "load", "cache", "request", "app", "auth"],
  woo: ["app", "auth", "request", "http"],
  admin: ["base"],
};

/** What every feature of the storefront builds on. */
const webBase = ["design", "links", "navigation", "i18n", "api"];

/** Each folder of src/web and the ones below it that it may import; the files next to them, such as root.tsx, may import all. */
export const webBelow = {
  design: [],
  links: [],
  offline: [],
  navigation: ["design"],
  i18n: ["design", "links"],
  api: ["design", "i18n", "offline"],
  locations: webBase,
  cart: webBase,
  wishlist: [...webBase, "cart"],
  catalog: [...webBase, "cart", "wishlist"],
  search: [...webBase, "catalog"],
  content: [...webBase, "catalog"],
  account: [...webBase, "cart", "locations"],
  checkout: [...webBase, "account", "cart", "catalog", "locations"],
  layout: [...webBase, "account", "cart", "catalog", "checkout", "content", "offline", "search", "wishlist"],
  "design-page": [...webBase, "account", "cart", "catalog", "wishlist"],
};

const never = (name, from, to, not) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: to, ...(not ? { pathNot: not } : {}) },
});

/** What is only there to be tested with. */
const standIns = "^(simulators|fixtures|e2e|bench|scripts)/";

export default {
  forbidden: [
    // types included: a type that two files need has a file of its own
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-missing-modules",
      severity: "error",
      from: {},
      // made by React Router, and by the plugin that turns the texts into modules
      to: { couldNotResolve: true, pathNot: "^(\\./\\+types/|virtual:)" },
    },
    never("contract-is-a-leaf", "^src/contract/", "^(src|simulators|fixtures)/", "^src/contract/"),
    never("web-sees-only-the-contract", "^src/web/", "^src/", "^src/(web|contract)/"),
    never("shop-knows-no-web", "^src/shop/", "^src/(web/|main|cli|storefront/)|node_modules/react"),
    never("nobody-imports-a-route", "^src/(?!web/routes\\.ts$|.*\\.test\\.)", "\\.route\\.tsx?$", "\\+types/"),
    never("enter-by-index", "^src/shop/([^/]+)/", "^src/shop/[^/]+/", [
      "^src/shop/($1|kernel)/",
      "^src/shop/[^/]+/index\\.ts$",
    ]),
    never("production-has-no-stand-ins", "^src/(?!.*\\.test\\.)", standIns),
    never("outsiders-stay-outside", "^(simulators|e2e)/", "^src/", "^src/contract/"),
    never("simulators-share-nothing", "^simulators/(?!.*\\.test\\.)", "^(src|fixtures)/"),
    ...Object.entries(kernelBelow).map(([room, lower]) =>
      never(
        `kernel-${room}-looks-down`,
        `^src/shop/kernel/${room}/(?!.*\\.test\\.)`,
        "^src/shop/kernel/",
        `^src/shop/kernel/(${[room, ...lower].join("|")})/`,
      ),
    ),
    ...Object.entries(below).map(([folder, lower]) =>
      never(
        `${folder}-looks-down`,
        `^src/shop/${folder}/(?!.*\\.test\\.)`,
        "^src/shop/[^/]+/",
        `^src/shop/(${[folder, "kernel", ...lower].join("|")})/`,
      ),
    ),
    ...Object.entries(webBelow).map(([folder, lower]) =>
      never(
        `web-${folder}-looks-down`,
        `^src/web/${folder}/(?!.*\\.test\\.)`,
        "^src/web/",
        `^src/web/(${[folder, ...lower].join("|")})/`,
      ),
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|\\.react-router)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node"] },
  },
};
