import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { writeImage } from "#fixtures/testing/templates.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { demoAccount } from "#shop/customers/index.ts";
import { commandLine } from "./cli.ts";
import { DemoDataError, startShop } from "./main.ts";

/** a database is created from nothing and opened several times, on a machine of any speed */
const startsMs = 240_000;

let parent: string;
let dataDir: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "lianne-live-data-"));
  dataDir = join(parent, "data");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const live = () => ({
  ...{ SHOP_MODE: "live", DATA_DIR: dataDir, LOG_LEVEL: "silent", HOST: "127.0.0.1", PORT: "0" },
  ...{ APP_SECRET: "a secret of this test, long enough", PUBLIC_URL: "https://shop.example", BACKOFFICE: "on" },
});
const storefront = async (): Promise<void> => {};

/** Files and directories that another user of the machine could reach: those below no private directory. */
async function exposed(dir: string): Promise<string[]> {
  if (((await stat(dir)).mode & 0o077) === 0) return [];
  const entries = await readdir(dir, { withFileTypes: true });
  const inside = await Promise.all(
    entries.map(async (entry) => {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return exposed(path);
      return ((await stat(path)).mode & 0o077) === 0 ? [] : [path];
    }),
  );
  return [dir, ...inside.flat()];
}

describe("the data directory", () => {
  const umask = process.umask();
  beforeEach(() => void process.umask(0o022));
  afterEach(() => void process.umask(umask));

  test(
    "is created for its owner only, and an open one is closed at the next start, database and sockets included",
    async () => {
      const first = await startShop({ environment: live(), storefront });
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
      const socket = await stat(join(dataDir, "control.sock"));
      expect(socket.mode & 0o077).toBe(0);
      await first.stop();

      await chmod(dataDir, 0o755);
      await chmod(join(dataDir, "pg"), 0o755);
      process.umask(0o022);
      expect(await exposed(dataDir)).not.toEqual([]);
      const second = await startShop({ environment: live(), storefront });
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
      expect((await stat(join(dataDir, "pg"))).mode & 0o777).toBe(0o700);
      await second.stop();
    },
    startsMs,
  );

  test(
    "is closed by a command too, and what commands write is the owner's alone",
    async () => {
      const output = { out: () => {}, err: () => {} };
      const file = join(parent, "products.csv");
      await writeImage(inject("pgliteImages").empty, dataDir);
      await chmod(dataDir, 0o755);
      expect(await commandLine(["export", file], { environment: live(), ...output })).toBe(0);
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    },
    startsMs,
  );

  test("is not a directory for all users of the machine: that one is left as it is", async () => {
    await chmod(parent, 0o1777);
    await expect(startShop({ environment: { ...live(), DATA_DIR: parent }, storefront })).rejects.toThrow(
      "Set DATA_DIR to a directory of the shop's own",
    );
    expect((await stat(parent)).mode & 0o7777).toBe(0o1777);
  });

  test.each([
    ["files of others", 0o775, (dir: string) => writeFile(join(dir, "report.txt"), "of another program")],
    ["files of others, closed", 0o700, (dir: string) => writeFile(join(dir, "report.txt"), "of another program")],
    [
      "a folder with the name of the images' one",
      0o755,
      (dir: string) => mkdir(join(dir, "media")).then(() => mkdir(join(dir, "home"))),
    ],
  ])("is not a directory with %s, by its name or a link: it is left as it is", async (_name, mode, fill) => {
    await mkdir(dataDir);
    await fill(dataDir);
    await chmod(dataDir, mode);
    const before = await readdir(dataDir);
    const problem = `${await realpath(dataDir)} has files, and none of a shop. Set DATA_DIR to a directory of the shop's own.`;
    const link = join(parent, "link");
    await symlink(dataDir, link);
    for (const path of [dataDir, link])
      for (const environment of [
        { ...live(), DATA_DIR: path },
        { ...live(), DATA_DIR: path, SHOP_MODE: "demo", APP_SECRET: undefined },
      ]) {
        await expect(startShop({ environment, storefront })).rejects.toThrow(problem);
        const lines: string[] = [];
        const err = (line: string) => void lines.push(line);
        expect(await commandLine(["users", "list"], { environment, out: err, err })).toBe(1);
        expect(lines.join("\n")).toContain(problem);
      }
    expect(await readdir(dataDir)).toEqual(before);
    expect((await stat(dataDir)).mode & 0o777).toBe(mode);
  });

  if (testAll)
    test(
      "may be a link, and a new file system with nothing but images",
      async () => {
        await mkdir(join(dataDir, "media"), { recursive: true });
        await mkdir(join(dataDir, "lost+found"));
        await chmod(dataDir, 0o755);
        const link = join(parent, "link");
        await symlink(dataDir, link);
        const output = { out: () => {}, err: () => {} };
        for (const _turn of [1, 2])
          expect(await commandLine(["users", "list"], { environment: { ...live(), DATA_DIR: link }, ...output })).toBe(
            0,
          );
        expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
      },
      startsMs,
    );
});

test(
  "a live shop does not start with the demonstration's customer, until the command that the message names removed it",
  async () => {
    await writeImage(inject("pgliteImages").seeded, dataDir);
    const refused = startShop({ environment: live(), storefront });
    await expect(refused).rejects.toThrow(DemoDataError);
    await expect(refused).rejects.toThrow("npm run shop -- demo remove");

    const lines: string[] = [];
    const remove = () =>
      commandLine(["demo", "remove"], {
        environment: live(),
        out: (line) => void lines.push(line),
        err: (line) => void lines.push(line),
      });
    expect(await remove(), lines.join("\n")).toBe(0);
    expect(lines.join("\n")).toContain("14 orders");
    expect(await remove()).toBe(1);

    for (const name of testAll ? ["chu", "nhanvien", "donggoi", "ketoan"] : ["ketoan"]) {
      const reopen = ["staff", "reopen", `${name}@lianne.example`];
      expect(await commandLine(reopen, { environment: live(), out: () => {}, err: () => {} })).toBe(0);
      await expect(startShop({ environment: live(), storefront }), `SI15 ${name}`).rejects.toThrow(DemoDataError);
      expect(await remove()).toBe(0);
    }

    const printed: string[] = [];
    const shop = await startShop({ environment: live(), storefront, print: (line) => void printed.push(line) });
    expect(printed.join()).toMatch(/https:\/\/shop\.example\/admin\/set-up#[\w-]{43}$/);
    const login = await fetch(`${shop.url}/wp-json/custom-auth/v1/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: demoAccount.username, password: demoAccount.password }),
    });
    expect(await login.json()).toMatchObject({ success: false, user: null });
    await shop.stop();
  },
  startsMs,
);
