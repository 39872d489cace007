import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { makePostgresTemplates } from "../../fixtures/testing/templates.ts";
import { LoadBalancer } from "../kit/load-balancer.ts";
import { OwnPostgres, until } from "../kit/own-postgres.ts";
import { freePort, ShopProcess } from "../kit/shop-process.ts";

const deploy = join(import.meta.dirname, "../../deploy");

/** Two shops behind a load balancer, on a database with a replica, as in deploy/compose.yaml. */
export interface Deployment {
  primary: OwnPostgres;
  replica: OwnPostgres;
  shops: readonly ShopProcess[];
  /** the settings of the shops */
  environment: NodeJS.ProcessEnv;
  proxy: LoadBalancer;
  close(): Promise<void>;
}

/** PostgreSQL's settings of the deployment, without those for the machine's size, and without fsync. */
async function serverSettings(): Promise<Record<string, string>> {
  const text = await readFile(join(deploy, "postgres/postgresql.conf"), "utf8");
  const lines = text.split("\n").filter((line) => /^\w/.test(line));
  const deployed = Object.fromEntries(
    lines.map((line) => line.split(/\s*=\s*/, 2).map((part) => part.replace(/^'(.*)'$/, "$1"))),
  ) as Record<string, string>;
  return { ...deployed, shared_buffers: "64MB", wal_keep_size: "64MB", fsync: "off" };
}

/**
 * The shops' settings of the deployment, with other server URLs, without rate limits, which the load would exceed, and
 * without the metrics port, which two processes on one machine cannot share.
 */
async function shopSettings(servers: Readonly<Record<string, OwnPostgres>>): Promise<NodeJS.ProcessEnv> {
  const text = await readFile(join(deploy, "shop.env"), "utf8");
  const placed = Object.entries(servers).reduce(
    (env, [name, { url }]) => env.replaceAll(`${name}:5432`, new URL(url).host),
    text,
  );
  return { ...parseEnv(placed), SHOP_MODE: "demo", RATE_LIMITS: "off", LOG_LEVEL: "warn", METRICS_LISTEN: "" };
}

/** A primary with synchronous replication. */
async function startServers(folder: string) {
  const settings = await serverSettings();
  const primary = await OwnPostgres.create({ folder: join(folder, "primary"), settings });
  const { seeded } = await makePostgresTemplates(primary.url, "two_shops");
  await primary.query(`create database lianne template ${seeded}`);
  const replica = await OwnPostgres.follow(primary, { folder: join(folder, "replica"), settings });
  await primary.query("alter system set synchronous_standby_names = 'replica'");
  await primary.query("select pg_reload_conf()");
  await until(async () => {
    const { rows } = await primary.query<{ state: string }>("select sync_state state from pg_stat_replication");
    return rows[0]?.state === "sync";
  });
  return { primary, replica };
}

export async function startDeployment(): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), "lianne-two-shops-"));
  // the servers run as another user
  await chmod(folder, 0o755);
  const { primary, replica } = await startServers(folder);
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    DATA_DIR: join(folder, "shop"),
    APP_SECRET: randomBytes(32).toString("hex"),
    ...(await shopSettings({ primary, replica })),
  };
  const shops = [new ShopProcess(environment, await freePort()), new ShopProcess(environment, await freePort())];
  const proxy = await LoadBalancer.before(shops);
  await Promise.all(shops.map((shop) => shop.start()));
  const close = async () => {
    for (const shop of shops) await shop.kill();
    await proxy.close();
    await replica.stop();
    await primary.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { primary, replica, shops, environment, proxy, close };
}
