// The demonstration: starts simulators of the external services, seeds the demo catalogue and a demo customer, then
// starts the shop.
import { createServer } from "node:net";
import { join as path } from "node:path";
import { demoAccount, seed } from "./fixtures/seed/index.ts";
import { startDemonstration } from "./simulators/demonstration.ts";
import { explainAndExit, type StartOptions, startShop, stopOnSignals } from "./src/main.ts";
import { demoCredentials } from "./src/shop/kernel/base/config.ts";

/** Finds a free port for PORT=0: links contain the port, so it must be known before the shop listens. */
const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });

const portOf = async ({ PORT }: NodeJS.ProcessEnv): Promise<{ PORT?: string }> =>
  PORT === "0" ? { PORT: String(await freePort()) } : {};

/** `npm run dev`: serves the storefront from its sources. Vite is loaded only then. */
const storefront = async (): Promise<Pick<StartOptions, "storefront">> =>
  process.env.NODE_ENV === "development"
    ? { storefront: (await import("./scripts/dev-storefront.ts")).hostDevStorefront }
    : {};

try {
  const [simulators, port] = await Promise.all([startDemonstration(process.env, demoCredentials), portOf(process.env)]);
  const shop = await startShop({
    environment: { LOG_LEVEL: "warn", ...process.env, ...port, ...simulators.settings, SHOP_MODE: "demo" },
    prepare: (db, config) =>
      seed(db, {
        mediaDir: path(config.dataDir, "media"),
        picturesDir: path(import.meta.dirname, "build/pictures"),
        log: console.log,
        demoCustomer: true,
        // browser tests create their own work, and expect an idle shop
        day: process.env.DEMO_DAY !== "off",
      }),
    ...(await storefront()),
  });
  simulators.shopIsAt(shop.url);
  stopOnSignals(async () => {
    await shop.stop();
    await simulators.close();
  });
  console.log(`\nLianne is open: ${shop.config.publicUrl}`);
  console.log(`Demonstration account: ${demoAccount.username}, password ${demoAccount.password}`);
  if (shop.config.backOffice)
    console.log(`Back office: ${shop.config.backOfficeUrl}/admin, where one tap signs in with a role`);
  for (const hint of simulators.hints) console.log(hint);
} catch (error) {
  explainAndExit(error);
}
