import { existsSync } from "node:fs";
import { installedChromium } from "../../e2e/kit/chromium.ts";
import { run } from "./run.ts";

const hasApt = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
const install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"] as const;

/** The ways to install Chromium, tried in this order. */
const installers: { message: string; isPossible: () => boolean; commands: [string, ...string[]][] }[] = [
  {
    message: "Installing Chromium by apt-get",
    isPossible: hasApt,
    commands: [
      ["apt-get", "update", "-qq"],
      [...install, "chromium-headless-shell"],
      // as wide as Arial and Times, the fallback fonts that the layout of a page is adjusted to until its web fonts have loaded
      [...install, "fonts-liberation"],
    ],
  },
  // for distributions without a package of the headless shell
  { message: "Installing the full Chromium", isPossible: hasApt, commands: [[...install, "chromium"]] },
  {
    message: "Downloading Playwright's Chromium",
    isPossible: () => true,
    commands: [["playwright", "install", "chromium"]],
  },
];

/** The path of the system's Chromium, which is installed if it is missing. @throws if it can neither be found nor installed */
export async function findChromium(): Promise<string> {
  for (const { message, isPossible, commands } of installers) {
    const found = installedChromium();
    if (found) return found;
    if (!isPossible()) continue;
    console.log(`${message} …`);
    for (const [command, ...args] of commands) {
      const { ok, output } = await run(command, args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
      if (!ok) console.log(output.trimEnd());
    }
  }
  const found = installedChromium();
  if (found) return found;
  throw new Error("The browser tests need Chromium: install it, or set CHROMIUM_PATH to its path.");
}
