import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoSecret } from "./data-dir.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lianne-data-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("demoSecret creates the secret once, readable by its owner only", async () => {
  const secret = demoSecret(folder);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(demoSecret(folder)).toBe(secret);
  expect((await stat(join(folder, "app-secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["app-secret"]);
});

test("demoSecret replaces an empty file that a crash left", async () => {
  await writeFile(join(folder, "app-secret"), "");
  const secret = demoSecret(folder);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(demoSecret(folder)).toBe(secret);
});
