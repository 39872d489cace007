import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Usage } from "./child.ts";
import { maximum, type Engine, type FigureRow } from "./row.ts";
import type { Server } from "./run-load.ts";
import { fetchRaw, browserHeaders, shopSettings } from "./servers.ts";

const renderings = 100;
/**
 * requests until V8 has compiled the rendering code: a shop reaches that state a minute after its start, and stays in
 * it for weeks
 */
const untilCompiled = 600;

/**
 * CPU of uncached category pages, one at a time, in all threads of the process, so including garbage collection and
 * compression.
 * `?page=4`, the URL after scrolling, renders four pages in one, and has no target.
 * @param shop one with its cache switched off
 */
export async function coldRender(shop: Server, paths: readonly string[]): Promise<FigureRow[]> {
  const cpuOf = async (path: RegExp, times: number): Promise<number> => {
    const matching = paths.filter((one) => path.test(one));
    const before = await shop.child.request<Usage>("usage");
    for (let nth = 0; nth < times; nth++)
      await fetchRaw(shop.url, matching[nth % matching.length] ?? "/", browserHeaders);
    const after = await shop.child.request<Usage>("usage");
    return (after.cpuMicros - before.cpuMicros) / 1000 / times;
  };
  const [one, four] = [/page=1$/, /page=4$/];
  await cpuOf(one, untilCompiled);
  const value = await cpuOf(one, renderings);
  const what = { group: "public HTML, cold", engine: "PostgreSQL", unit: "ms" } as const;
  return [
    { ...what, name: "category page, CPU of a rendering", value, targets: [maximum(value, 12, "ms")] },
    { ...what, name: "four pages of a category in one", value: await cpuOf(four, renderings / 5), targets: [] },
  ];
}

const maxMegabytes = 220;

/** Resident memory of the shop after the whole load. */
export async function memory(shop: Server, engine: Engine): Promise<FigureRow> {
  const { rss } = await shop.child.request<Usage>("usage");
  const value = rss / 1e6;
  return {
    ...{ group: "the process", name: "resident after the run", engine, value, unit: "MB" },
    targets: engine === "PostgreSQL" ? [maximum(value, maxMegabytes, "MB")] : [],
  };
}

/** The seconds from starting the program until it has sent a page. */
async function startOnce(env: NodeJS.ProcessEnv & { PUBLIC_URL: string }): Promise<number> {
  const start = performance.now();
  const shop = spawn(process.execPath, ["src/main.ts"], { env: { ...process.env, ...env }, stdio: "ignore" });
  const ended = new Promise<void>((done) => shop.once("exit", () => done()));
  try {
    for (;;) {
      const page = await fetchRaw(env.PUBLIC_URL, "/", browserHeaders).catch(() => null);
      if (page) return (performance.now() - start) / 1000;
      if (shop.exitCode !== null) throw new Error(`the shop ended with ${shop.exitCode} instead of starting`);
      await pause(10);
    }
  } finally {
    shop.kill("SIGTERM");
    await ended;
  }
}

/**
 * From the command to the first page, on a filled database; started as by `npm start`, and not for the first time.
 * @param before whether a shop was started before
 */
export async function startTime(
  engine: Engine,
  database: { url: string } | { folder: string },
  before: boolean,
): Promise<FigureRow> {
  const own = await mkdtemp(join(tmpdir(), "lianne-bench-"));
  const env = await shopSettings({
    ...{ DATA_DIR: "folder" in database ? database.folder : own },
    ...{ DATABASE_URL: "url" in database ? database.url : "" },
  });
  try {
    if (!before) await startOnce(env);
    const value = await startOnce(env);
    const what = { group: "the process", name: "start to first page", engine };
    return { ...what, value, unit: "s", targets: [maximum(value, engine === "PostgreSQL" ? 2 : 4, "s")] };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
