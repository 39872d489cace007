// The merchant's command line: npm run shop -- <command>. Outside of src, which must not import the demo catalogue.
import { join as path } from "node:path";
import { showProgress } from "./src/cli/progress.ts";
import { commandLine } from "./src/cli.ts";

process.exitCode = await commandLine(process.argv.slice(2), {
  environment: process.env,
  ...showProgress({ out: (line) => console.log(line), err: (line) => console.error(line) }, process.stderr),
  seed: async (db, config, log) => {
    const { seed } = await import("./fixtures/seed/index.ts");
    const seeded = await seed(db, {
      mediaDir: path(config.dataDir, "media"),
      picturesDir: path(import.meta.dirname, "build/pictures"),
      log,
      demoCustomer: config.mode === "demo",
    });
    return seeded.seeded ? null : seeded.reason;
  },
});
