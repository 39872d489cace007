// Allowed imports between folders. Every folder of src/shop, src/shop/kernel, src/web and src/backoffice is a key
// (scripts/import-rules.test.ts checks it).

/** Each folder of src/shop and the others that it may import, besides the kernel. */
export const shopImports = {
  kernel: [],
  backup: [],
  content: [],
  ghn: [],
  mail: [],
  payments: [],
  "phone-codes": ["mail"],
  "api-docs": [],
  sitemap: [],
  tasks: [],
  webhooks: [],
  locations: ["ghn"],
  addresses: ["locations"],
  customers: ["addresses", "mail"],
  staff: ["mail"],
  catalog: ["content"],
  shipping: ["ghn"],
  search: ["catalog"],
  stock: ["catalog"],
  pricing: ["tasks"],
  "product-files": ["catalog", "search", "tasks"],
  cart: ["catalog"],
  wishlist: ["catalog", "customers"],
  orders: ["catalog", "mail", "payments", "shipping"],
  "delivery-promise": ["addresses", "catalog", "locations", "mail", "orders", "shipping"],
  fulfilment: ["addresses", "catalog", "locations", "mail", "orders", "shipping"],
  "payment-flow": ["cart", "mail", "orders", "payments"],
  workflow: ["catalog", "delivery-promise", "fulfilment", "mail", "orders", "payments", "shipping", "stock", "tasks"],
  checkout: [
    "addresses",
    "cart",
    "catalog",
    "delivery-promise",
    "fulfilment",
    "locations",
    "mail",
    "orders",
    "payment-flow",
    "payments",
    "phone-codes",
    "shipping",
  ],
  "self-service": [
    "addresses",
    "catalog",
    "checkout",
    "delivery-promise",
    "fulfilment",
    "locations",
    "mail",
    "orders",
    "payment-flow",
    "payments",
    "shipping",
  ],
  guests: ["customers", "mail", "orders", "phone-codes"],
  "personal-data": ["customers", "mail"],
};

/** Each package of the kernel and those, earlier in this table, that it may import. */
export const kernelImports = {
  base: [],
  observability: ["base"],
  db: ["base", "observability"],
  load: ["base", "observability"],
  cache: ["base", "db", "load", "observability"],
  // parsing a request, its language, and the errors that it may end in
  request: ["db", "load"],
  settings: ["db", "cache"],
  limits: ["base", "observability", "db", "request", "settings"],
  app: ["base", "db", "load", "cache", "limits"],
  auth: ["base", "observability", "db", "load", "request", "settings", "app"],
  jobs: ["base", "observability", "db"],
  outbound: ["base", "observability"],
  http: ["base", "observability", "db", "load", "cache", "request", "app", "auth"],
  woo: ["app", "auth", "request", "http"],
  admin: ["base"],
};

/** Folders that every feature of the storefront may import. */
const webBase = ["links", "navigation", "i18n", "api"];

/** Each folder of src/web and those, earlier in this table, that it may import; files outside them, such as root.tsx, may import all. */
export const webImports = {
  links: [],
  offline: [],
  navigation: [],
  i18n: ["links"],
  api: ["i18n", "offline"],
  locations: webBase,
  delivery: [...webBase, "locations"],
  cart: [...webBase, "delivery"],
  wishlist: [...webBase, "cart"],
  catalog: [...webBase, "cart", "delivery", "wishlist"],
  search: [...webBase, "catalog"],
  content: [...webBase, "catalog"],
  account: [...webBase, "cart", "locations"],
  checkout: [...webBase, "account", "cart", "catalog", "delivery", "locations"],
  layout: [...webBase, "account", "cart", "catalog", "checkout", "content", "offline", "search", "wishlist"],
  "design-page": [...webBase, "account", "cart", "catalog", "wishlist"],
};

/** What every screen of the back office may import. */
const screenBase = ["i18n", "api", "device", "components", "layout"];

/** Each folder of src/backoffice and those, earlier in this table, that it may import; routes.tsx and main.tsx may import all. */
export const backofficeImports = {
  i18n: [],
  api: ["i18n"],
  "service-worker": ["api"],
  device: ["i18n", "api"],
  components: ["i18n", "api", "device"],
  "held-rows": ["i18n", "components"],
  "sign-in": ["i18n", "api", "components"],
  layout: ["i18n", "api", "device", "components", "sign-in"],
  log: screenBase,
  versions: [...screenBase, "log"],
  categories: screenBase,
  "order-record": [...screenBase, "versions"],
  parcels: [...screenBase, "log", "order-record"],
  refunds: [...screenBase, "order-record"],
  returns: [...screenBase, "order-record", "parcels", "refunds", "versions"],
  products: [...screenBase, "categories", "log", "versions"],
  orders: [...screenBase, "held-rows", "log", "order-record", "parcels", "products", "refunds", "versions"],
  pack: [...screenBase, "parcels"],
  manifests: [...screenBase, "log", "parcels"],
  money: [...screenBase, "order-record"],
  taxonomies: [...screenBase, "categories", "products", "versions"],
  prices: [...screenBase, "categories"],
  "product-files": [...screenBase, "categories", "log"],
  stock: [...screenBase, "categories", "log", "versions"],
  settings: [...screenBase, "log", "taxonomies", "versions"],
  profile: [...screenBase, "sign-in"],
  jobs: [...screenBase, "log"],
  labels: screenBase,
  today: [...screenBase, "held-rows"],
  waiting: screenBase,
};

const forbid = (name, from, to, not) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: to, ...(not ? { pathNot: not } : {}) },
});

/** Folders with code for tests and tools only. */
const testOnlyFolders = "^(simulators|fixtures|e2e|bench|scripts)/";

export default {
  forbidden: [
    // types included: a type that two files need has a file of its own
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-missing-modules",
      severity: "error",
      from: {},
      // generated by React Router, and by the plugin that turns the texts into modules; the address of a built file
      to: { couldNotResolve: true, pathNot: "^(\\./\\+types/|virtual:)|\\.wasm\\?url$" },
    },
    forbid("contract-imports-nothing", "^src/contract/", "^(src|simulators|fixtures)/", "^src/contract/"),
    forbid("design-is-a-leaf", "^src/design/", "^(src|simulators|fixtures)/", "^src/(design|contract)/"),
    forbid("web-imports-only-contract-and-design", "^src/web/", "^src/", "^src/(web|design|contract)/"),
    forbid(
      "backoffice-imports-only-contract-and-design",
      "^src/backoffice/",
      "^src/",
      "^src/(backoffice|design|contract)/",
    ),
    forbid("only-backoffice-imports-backoffice", "^src/(?!backoffice/)", "^src/backoffice/"),
    forbid(
      "no-web-imports-in-shop",
      "^src/shop/",
      "^src/(web/|backoffice/|design/|main|cli|storefront/)|node_modules/react",
    ),
    forbid("no-route-imports", "^src/(?!web/routes\\.ts$|.*\\.test\\.)", "\\.route\\.tsx?$", "\\+types/"),
    forbid("import-by-index", "^src/shop/([^/]+)/", "^src/shop/[^/]+/", [
      "^src/shop/($1|kernel)/",
      "^src/shop/[^/]+/index\\.ts$",
    ]),
    forbid("no-test-imports-in-production", "^src/(?!.*\\.test\\.)", testOnlyFolders),
    forbid("no-src-imports-in-e2e", "^(simulators|e2e)/", "^src/", "^src/contract/"),
    forbid("no-src-imports-in-simulators", "^simulators/(?!.*\\.test\\.)", "^(src|fixtures)/"),
    ...Object.entries(kernelImports).map(([name, allowed]) =>
      forbid(
        `kernel-${name}-imports`,
        `^src/shop/kernel/${name}/(?!.*\\.test\\.)`,
        "^src/shop/kernel/",
        `^src/shop/kernel/(${[name, ...allowed].join("|")})/`,
      ),
    ),
    ...Object.entries(shopImports).map(([folder, allowed]) =>
      forbid(
        `${folder}-imports`,
        `^src/shop/${folder}/(?!.*\\.test\\.)`,
        "^src/shop/[^/]+/",
        `^src/shop/(${[folder, "kernel", ...allowed].join("|")})/`,
      ),
    ),
    ...Object.entries(webImports).map(([folder, allowed]) =>
      forbid(
        `web-${folder}-imports`,
        `^src/web/${folder}/(?!.*\\.test\\.)`,
        "^src/web/",
        `^src/web/(${[folder, ...allowed].join("|")})/`,
      ),
    ),
    ...Object.entries(backofficeImports).map(([folder, allowed]) =>
      forbid(
        `backoffice-${folder}-imports`,
        `^src/backoffice/${folder}/(?!.*\\.test\\.)`,
        "^src/backoffice/",
        `^src/backoffice/(${[folder, ...allowed].join("|")})/`,
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
