import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendAdminCommand, adminSocketPath, serveAdminSocket } from "./admin-socket.ts";
import { lockDataDir, DataDirLockedError } from "#shop/kernel/base/data-dir.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lianne-control-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const captureOutput = () => {
  const lines: string[] = [];
  return { lines, out: (line: string) => lines.push(`out ${line}`), err: (line: string) => lines.push(`err ${line}`) };
};

test("returns the lines as they are printed, then the exit code; null without a shop", async () => {
  const output = captureOutput();
  expect(await sendAdminCommand(dataDir, ["x"], output)).toBeNull();
  const stop = await serveAdminSocket(adminSocketPath(dataDir), async (argv, { out, err }) => {
    out(`received: ${argv.join(" ")}`);
    err("first\nsecond");
    return 3;
  });
  expect(await sendAdminCommand(dataDir, ["orders", "list", "đã giao"], output)).toBe(3);
  expect(output.lines).toEqual(["out received: orders list đã giao", "err first\nsecond"]);
  await stop?.();
  expect(await sendAdminCommand(dataDir, ["x"], output)).toBeNull();
});

test("stop waits for the running command, but not for an idle connection", async () => {
  let begun = (): void => {};
  let finish = (): void => {};
  const beginning = new Promise<void>((done) => {
    begun = done;
  });
  const stop = await serveAdminSocket(adminSocketPath(dataDir), async (_argv, { out }) => {
    begun();
    await new Promise<void>((done) => {
      finish = done;
    });
    out("done");
    return 0;
  });
  const silent = connect(adminSocketPath(dataDir));
  await once(silent, "connect");
  const output = captureOutput();
  const exit = sendAdminCommand(dataDir, ["slow"], output);
  await beginning;
  const stopped = stop?.();
  finish();
  expect(await exit).toBe(0);
  expect(output.lines).toEqual(["out done"]);
  await stopped;
  silent.destroy();
});

test("ignores malformed commands", async () => {
  let ran = 0;
  const stop = await serveAdminSocket(adminSocketPath(dataDir), async () => ++ran);
  for (const text of ["{", "null", '{"argv":"keys"}', '{"argv":[1]}']) {
    const socket = connect(adminSocketPath(dataDir));
    socket.write(`${text}\n`);
    socket.resume();
    await once(socket, "close");
  }
  expect(ran).toBe(0);
  await stop?.();
});

test("throws if the shop stops before the exit code", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.end('{"out":"half"}\n')));
  server.listen(adminSocketPath(dataDir));
  await once(server, "listening");
  await expect(sendAdminCommand(dataDir, ["x"], captureOutput())).rejects.toThrow(
    "stopped before the command had ended",
  );
  server.close();
});

test("replaces the socket of a killed shop, but not that of a running one", async () => {
  const path = adminSocketPath(dataDir);
  const child = spawn(process.execPath, [
    "-e",
    `require("node:net").createServer().listen(${JSON.stringify(path)}, () => console.log("up"))`,
  ]);
  await once(child.stdout, "data");
  expect(await serveAdminSocket(path, async () => 0)).toBeNull();
  child.kill("SIGKILL");
  await once(child, "exit");
  const stop = await serveAdminSocket(path, async () => 7);
  expect(await sendAdminCommand(dataDir, ["x"], captureOutput())).toBe(7);
  await stop?.();
});

test("a data directory with a long path has its socket in the temporary directory, under a unique name", async () => {
  const [one, other] = ["a", "b"].map((name) => join(dataDir, name.repeat(120)));
  await mkdir(one ?? "");
  expect(Buffer.byteLength(adminSocketPath(one ?? ""))).toBeLessThanOrEqual(100);
  expect(adminSocketPath(one ?? "")).not.toBe(adminSocketPath(other ?? ""));
  const stop = await serveAdminSocket(adminSocketPath(one ?? ""), async () => 5);
  expect(await sendAdminCommand(one ?? "", ["x"], captureOutput())).toBe(5);
  await stop?.();
});

test("the data directory has one owner, until it releases the lock or is killed", async () => {
  const release = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(DataDirLockedError);
  expect(() => lockDataDir(dataDir)).toThrow(`process ${process.pid}`);
  release();
  const module = JSON.stringify(join(import.meta.dirname, "../base/data-dir.ts"));
  const script = `const { lockDataDir } = await import(${module}); lockDataDir(${JSON.stringify(dataDir)}); console.log("mine"); setInterval(() => {}, 1e6);`;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", script]);
  await once(owner.stdout, "data");
  expect(() => lockDataDir(dataDir)).toThrow(`process ${owner.pid}`);
  owner.kill("SIGKILL");
  await once(owner, "exit");
  // the pid file that the killed process left does not count, even if another process has that pid now
  await writeFile(join(dataDir, "owner.pid"), String(process.ppid));
  lockDataDir(dataDir)();
});
