import { existsSync } from "node:fs";
import { installedChromium } from "../../e2e/kit/chromium.ts";
import { run } from "./run.ts";

const hasApt = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
const install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"] as const;

/** The ways to get one, tried in turn. */
const ways: { saying: string; possible: () => boolean; commands: [string, ...string[]][] }[] = [
  {
    saying: "Installing Chromium by apt-get",
    possible: hasApt,
    commands: [
      ["apt-get", "update", "-qq"],
      [...install, "chromium-headless-shell"],
      // as wide as Arial and Times, which a page is measured to be drawn with before its own letters are there
      [...install, "fonts-liberation"],
    ],
  },
  // a distribution that has no headless shell of its own
  { saying: "Installing the whole of Chromium", possible: hasApt, commands: [[...install, "chromium"]] },
  { saying: "Fetching Playwright's Chromium", possible: () => true, commands: [["playwright", "install", "chromium"]] },
];

/** Path of a Chromium: the system's, else one that is installed now. @throws when there is no way to get one */
export async function findChromium(): Promise<string> {
  for (const { saying, possible, commands } of ways) {
    const found = installedChromium();
    if (found) return found;
    if (!possible()) continue;
    console.log(`${saying} …`);
    for (const [command, ...args] of commands) {
      const { well, output } = await run(command, args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
      if (!well) console.log(output.trimEnd());
    }
  }
  const found = installedChromium();
  if (found) return found;
  throw new Error("The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.");
}
