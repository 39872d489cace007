import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storefrontKey } from "#shop/kernel/auth/keys.ts";
import { productionEnv } from "../../scripts/setup/production.mjs";
import { type Child, startChild } from "./child.ts";
import type { RecordedResponse } from "./baseline-server.ts";
import type { Server } from "./run-load.ts";

const production = productionEnv(join(import.meta.dirname, "../.."));
export const appSecret = "the benches are no shop: this secret keeps nothing";
const { consumerKey, consumerSecret } = storefrontKey(appSecret);
export const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`;
/** The headers of a browser. */
export const browserHeaders = { "accept-encoding": "gzip, deflate, br", authorization };

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });

/** The settings of a measured shop: those of production, without rate limits. */
export async function shopSettings(
  own: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv & { PORT: string; PUBLIC_URL: string }> {
  const PORT = String(await freePort());
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
  return {
    ...production,
    ...{
      SHOP_MODE: "demo",
      BACKOFFICE: "on",
      RATE_LIMITS: "off",
      LOG_LEVEL: "",
      HOST: "127.0.0.1",
      PORT,
      PUBLIC_URL,
    },
    ...{ APP_SECRET: appSecret, SMTP_URL: "", GHN_TOKEN: "", VNPAY_TMN_CODE: "", PAYPAL_CLIENT_ID: "" },
    // BENCH_PROFILE: node writes a CPU profile into this folder when the shop exits
    ...(process.env.BENCH_PROFILE
      ? { NODE_OPTIONS: `${production.NODE_OPTIONS} --cpu-prof --cpu-prof-dir=${process.env.BENCH_PROFILE}` }
      : {}),
    ...own,
  };
}

/** Starts the built shop on a database: on a server by its URL, or embedded in a folder. */
export async function startBenchShop(
  database: { url: string } | { folder: string },
  { cache = "on" }: { cache?: "on" | "fragments" | "off" } = {},
): Promise<Server & { stop(): Promise<void> }> {
  const dataDir = "folder" in database ? database.folder : await mkdtemp(join(tmpdir(), "lianne-bench-"));
  const env = await shopSettings({
    ...{ DATA_DIR: dataDir, DATABASE_URL: "url" in database ? database.url : "" },
    ...{ BENCH_CACHE: { on: "", fragments: "page", off: "off" }[cache] },
  });
  const child = startChild("shop-process.ts", "server", env);
  const url = await child.request<string>("url");
  return {
    child,
    url,
    stop: async () => {
      await child.stop();
      if (!("folder" in database)) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The baselines, in one process. */
export interface Baselines {
  /** `node:http` sending recorded responses */
  sends: Server;
  /** Fastify with one indexed SELECT, or at `/write` with one durable INSERT */
  queries: Server;
  setResponses(responses: readonly RecordedResponse[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startBaselines(databaseUrl: string): Promise<Baselines> {
  const child: Child = startChild("baseline-server.ts", "server", { DATABASE_URL: databaseUrl });
  const urls = await child.request<{ sends: string; queries: string }>("urls");
  return {
    sends: { child, url: urls.sends },
    queries: { child, url: urls.queries },
    setResponses: (responses) => child.request("send", responses),
    stop: () => child.stop(),
  };
}

/** Headers that differ for each response. */
const own = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** Sends one request with the headers of the load; the body is returned as it was sent, still compressed. */
export async function fetchRaw(url: string, path: string, headers: Record<string, string>): Promise<RecordedResponse> {
  const { request } = await import("node:http");
  return new Promise((done, fail) => {
    const sent = request(`${url}${path}`, { headers }, async (response) => {
      const parts = await response.toArray();
      if (response.statusCode !== 200)
        return fail(new Error(`${response.statusCode} of ${path}: ${Buffer.concat(parts)}`));
      const headers = Object.entries(response.headers).filter(([name]) => !own.has(name));
      done({
        path,
        status: response.statusCode,
        headers: Object.fromEntries(headers) as RecordedResponse["headers"],
        body: Buffer.concat(parts).toString("base64"),
      });
    });
    sent.once("error", fail);
    sent.end();
  });
}
