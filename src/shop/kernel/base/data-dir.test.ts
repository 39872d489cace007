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

test("the demonstration's secret is made once, for its owner's eyes", async () => {
  const secret = demoSecret(folder);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(demoSecret(folder)).toBe(secret);
  expect((await stat(join(folder, "app-secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["app-secret"]);
});

test("a secret that a crash left empty is none", async () => {
  await writeFile(join(folder, "app-secret"), "");
  const secret = demoSecret(folder);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(demoSecret(folder)).toBe(secret);
});
