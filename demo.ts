// The demonstration: simulators for the services without credentials, the demonstration catalogue and customer, then the shop.
import { join as path } from "node:path";
import { demoAccount, seed } from "./fixtures/seed/index.ts";
import { startGhn } from "./simulators/ghn/index.ts";
import { explainAndExit, type StartOptions, startShop, stopOnSignals } from "./src/main.ts";

async function startSimulators(
  environment: NodeJS.ProcessEnv,
): Promise<{ settings: NodeJS.ProcessEnv; stop(): Promise<void> }> {
  if (environment.GHN_TOKEN) return { settings: {}, stop: async () => {} };
  const token = "demonstration";
  const shopId = 1;
  const ghn = await startGhn({ token, shopId });
  return { settings: { GHN_API_URL: ghn.url, GHN_TOKEN: token, GHN_SHOP_ID: String(shopId) }, stop: ghn.close };
}

/** `npm run dev`: the storefront from its sources. Vite is only loaded then. */
const storefront = async (): Promise<Pick<StartOptions, "storefront">> =>
  process.env.NODE_ENV === "development"
    ? { storefront: (await import("./scripts/dev-storefront.ts")).hostDevStorefront }
    : {};

try {
  const simulators = await startSimulators(process.env);
  const shop = await startShop({
    environment: { LOG_LEVEL: "warn", ...process.env, ...simulators.settings, SHOP_MODE: "demo" },
    prepare: (db, config) =>
      seed(db, {
        mediaDir: path(config.dataDir, "media"),
        picturesDir: path(import.meta.dirname, "build/pictures"),
        log: console.log,
        demoCustomer: true,
      }),
    ...(await storefront()),
  });
  stopOnSignals(async () => {
    await shop.stop();
    await simulators.stop();
  });
  console.log(`\nLianne is open: ${shop.config.publicUrl}`);
  console.log(`Demonstration account: ${demoAccount.username}, password ${demoAccount.password}`);
} catch (error) {
  explainAndExit(error);
}
