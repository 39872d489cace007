import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { bothEngines, pglite } from "#fixtures/testing/engines.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { recordingArguments } from "#fixtures/testing/recording-arguments.ts";
import { databaseUrl, writeImage } from "#fixtures/testing/templates.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { adminSocketPath } from "#shop/kernel/admin/admin-socket.ts";
import { lockDataDir } from "#shop/kernel/base/data-dir.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { commandLine, serveCommands } from "./cli.ts";

/** creates a database and opens it three times, on a machine of any speed */
const firstStartMs = 120_000;

interface Ended {
  exit: number;
  stdout: string;
  stderr: string;
}

/** Runs the program that `npm run shop` starts. */
function inOwnProcess(line: string, env: Record<string, string>): Promise<Ended> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const program = join(import.meta.dirname, "../shop.ts");
  return new Promise((done) => {
    execFile(
      process.execPath,
      [...recordingArguments, program, ...line.split(" ")],
      { env: { ...inherited, ...env } },
      (error, stdout, stderr) => done({ exit: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** By default in this process, since a process takes some seconds to start; two tests start one nevertheless. */
async function shopCommand(line: string, env: Record<string, string>): Promise<Ended> {
  if (testAll) return inOwnProcess(line, env);
  const { DATABASE_URL: _, ...inherited } = process.env;
  const [out, err]: [string[], string[]] = [[], []];
  const exit = await commandLine(line.split(" "), {
    environment: { ...inherited, ...env },
    out: (text) => void out.push(`${text}\n`),
    err: (text) => void err.push(`${text}\n`),
  });
  return { exit, stdout: out.join(""), stderr: err.join("") };
}

const countKeys = sql`select 1 from merchant_key`;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lianne-cli-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe("the command line with an embedded database", () => {
  test("a running shop runs the command; standard output has only its output", async () => {
    const shop = await openShop(pglite, { seed: false, env: { DATA_DIR: dataDir } });
    const stop = await serveCommands(shop.shop);
    const release = lockDataDir(dataDir);
    try {
      expect((await stat(adminSocketPath(dataDir))).mode & 0o777).toBe(0o600);
      const made = await inOwnProcess("keys create --permissions read_write --json", { DATA_DIR: dataDir });
      expect(made).toMatchObject({ exit: 0, stderr: "" });
      expect(JSON.parse(made.stdout)).toEqual({
        consumer_key: expect.stringMatching(/^ck_/),
        consumer_secret: expect.stringMatching(/^cs_/),
      });
      expect(await shop.db.all(countKeys)).toHaveLength(1);
      const refused = await shopCommand("keys revoke 99", { DATA_DIR: dataDir });
      expect(refused).toEqual({ exit: 1, stdout: "", stderr: expect.stringContaining("There is no active key") });
    } finally {
      release();
      await stop();
      await shop.close();
    }
  });

  test("waits for a shop that is starting", async () => {
    const release = lockDataDir(dataDir);
    const shop = await openShop(pglite, { seed: false, env: { DATA_DIR: dataDir } });
    let received = (): void => {};
    const waiting = new Promise<void>((done) => {
      received = done;
    });
    const out: string[] = [];
    const exit = commandLine(["keys", "create", "--json"], {
      environment: { DATA_DIR: dataDir },
      out: (line) => out.push(line),
      err: () => received(),
    });
    await waiting;
    const stop = await serveCommands(shop.shop);
    try {
      expect(await exit).toBe(0);
      expect(out).toHaveLength(1);
      expect(await shop.db.all(countKeys)).toHaveLength(1);
    } finally {
      release();
      await stop();
      await shop.close();
    }
  });

  test(
    "without one the folder is opened, migrated and closed again",
    async () => {
      // by default src/data-of-live-shops.test.ts alone creates a database from nothing
      if (!testAll) await writeImage(inject("pgliteImages").empty, dataDir);
      const made = await inOwnProcess("keys create --json", { DATA_DIR: dataDir });
      expect(made).toMatchObject({ exit: 0, stderr: "" });
      const ending = (JSON.parse(made.stdout) as { consumer_key: string }).consumer_key.slice(-7);
      const listed = await shopCommand("keys list", { DATA_DIR: dataDir });
      expect(listed).toMatchObject({ exit: 0, stdout: expect.stringContaining(ending) });
      lockDataDir(dataDir)();
    },
    firstStartMs,
  );

  test("names invalid settings", async () => {
    const ended = await shopCommand("keys list", { DATA_DIR: dataDir, PORT: "many" });
    expect(ended).toEqual({ exit: 1, stdout: "", stderr: expect.stringContaining("PORT") });
  });

  test("prints help without a shop or a database", async () => {
    const ended = await shopCommand("--help", { DATA_DIR: join(dataDir, "none") });
    expect(ended).toMatchObject({ exit: 0, stderr: "", stdout: expect.stringContaining("currency") });
    await expect(stat(join(dataDir, "none"))).rejects.toThrow("ENOENT");
  });
});

const postgres = inject("postgres");
describe.runIf(postgres)("the command line with DATABASE_URL", () => {
  test("connects to the database server directly, with or without a running shop", async () => {
    const engine = bothEngines.find(({ name }) => name === "PostgreSQL");
    if (!engine || !postgres) throw new Error("no PostgreSQL here");
    const db = await engine.open("empty");
    try {
      const name = await db.one<{ name: string }>(sql`select current_database() "name"`);
      const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl(postgres.serverUrl, name?.name ?? "") };
      const made = await shopCommand("keys create --json", env);
      expect(made).toMatchObject({ exit: 0, stderr: "" });
      expect(await db.all(countKeys)).toHaveLength(1);
      await shopCommand("currency set USD 25000", env);
      expect(await db.one(sql`select rate from currency where code = 'USD'`)).toEqual({ rate: 25_000 });
    } finally {
      await db.close();
    }
  });

  test("reports an unreachable server", async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" };
    const ended = await shopCommand("keys list", env);
    expect(ended).toEqual({ exit: 1, stdout: "", stderr: expect.stringContaining("ECONNREFUSED") });
  });
});
