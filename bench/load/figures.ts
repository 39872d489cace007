import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Usage } from "./child.ts";
import { atMost, type Engine, type FigureRow } from "./row.ts";
import type { Server } from "./run-load.ts";
import { askOnce, browserHeaders, shopSettings } from "./servers.ts";

const renderings = 100;

/** CPU of a page that is made from nothing kept, one at a time. @param shop one that keeps nothing */
export async function coldRender(shop: Server, paths: readonly string[]): Promise<FigureRow> {
  const render = async (times: number): Promise<void> => {
    for (let nth = 0; nth < times; nth++) await askOnce(shop.url, paths[nth % paths.length] ?? "/", browserHeaders);
  };
  await render(renderings / 2);
  const before = await shop.child.ask<Usage>("usage");
  await render(renderings);
  const after = await shop.child.ask<Usage>("usage");
  const value = (after.cpuMicros - before.cpuMicros) / 1000 / renderings;
  const what = { group: "public HTML, cold", name: "category page, CPU of a rendering", engine: "PostgreSQL" } as const;
  return { ...what, value, unit: "ms", targets: [atMost(value, 12, "ms")] };
}

const mostMegabytes = 220;

/** What the shop holds after all that was asked of it. */
export async function memory(shop: Server, engine: Engine): Promise<FigureRow> {
  const { rss } = await shop.child.ask<Usage>("usage");
  const value = rss / 1e6;
  return {
    ...{ group: "the process", name: "resident after the run", engine, value, unit: "MB" },
    targets: engine === "PostgreSQL" ? [atMost(value, mostMegabytes, "MB")] : [],
  };
}

/** The seconds from starting the program until it has sent a page. */
async function startOnce(env: NodeJS.ProcessEnv & { PUBLIC_URL: string }): Promise<number> {
  const start = performance.now();
  const shop = spawn(process.execPath, ["src/main.ts"], { env: { ...process.env, ...env }, stdio: "ignore" });
  const ended = new Promise<void>((done) => shop.once("exit", () => done()));
  try {
    for (;;) {
      const page = await askOnce(env.PUBLIC_URL, "/", browserHeaders).catch(() => null);
      if (page) return (performance.now() - start) / 1000;
      if (shop.exitCode !== null) throw new Error(`the shop ended with ${shop.exitCode} instead of starting`);
      await pause(10);
    }
  } finally {
    shop.kill("SIGTERM");
    await ended;
  }
}

/** From the command to the first page, on a database that is filled; as `npm start` starts it, and not for the first time. */
export async function startTime(engine: Engine, database: { url: string } | { folder: string }): Promise<FigureRow> {
  const own = await mkdtemp(join(tmpdir(), "lianne-bench-"));
  const env = await shopSettings({
    ...{ DATA_DIR: "folder" in database ? database.folder : own },
    ...{ DATABASE_URL: "url" in database ? database.url : "" },
  });
  try {
    await startOnce(env);
    const value = await startOnce(env);
    const what = { group: "the process", name: "start to first page", engine };
    return { ...what, value, unit: "s", targets: [atMost(value, engine === "PostgreSQL" ? 2 : 4, "s")] };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
