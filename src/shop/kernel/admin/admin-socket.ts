import { createHash } from "node:crypto";
import { chmodSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { waitForDrain } from "#shop/kernel/http/wait-for-drain.ts";

/** Where a command's lines go. */
export interface Output {
  out(line: string): void;
  err(line: string): void;
  /** hears how far a long work is; absent where nobody looks */
  progress?(step: Progress): void;
  /** waits until what was said is on its way; absent where nothing has to wait */
  drained?(): Promise<void>;
}

/** How far a long work is. @param what "importing" */
export interface Progress {
  what: string;
  done: number;
  total: number;
}

/** Carries out one command. @returns its exit code */
export type RunCommand = (argv: readonly string[], output: Output) => Promise<number>;

/** The shortest limit of a socket's path among the systems is 104 bytes, with the closing zero. */
const maxPathBytes = 100;
const longestRequest = 1024 * 1024;
/** a product is one line of what is exported, with all of its descriptions */
const longestAnswer = 64 * 1024 * 1024;
const requestTimeoutMs = 10_000;

/** The socket through which the shop that owns the data folder takes commands; a named pipe on Windows. */
export function controlPath(dataDir: string): string {
  const folder = resolve(dataDir);
  const name = `lianne-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  const inFolder = join(folder, "control.sock");
  return Buffer.byteLength(inFolder) <= maxPathBytes ? inFolder : join(tmpdir(), `${name}.sock`);
}

const Request = z.object({ argv: z.array(z.string()).max(100) });
const Line = z.union([
  z.object({ out: z.string() }),
  z.object({ err: z.string() }),
  z.object({ progress: z.object({ what: z.string(), done: z.number(), total: z.number() }) }),
  z.object({ exit: z.int() }),
]);
type Line = z.infer<typeof Line>;

/** The lines of a connection, until it ends. @throws when it breaks, or when a line is too long */
async function* linesOf(socket: Socket, longest: number): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of socket.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longest) throw new Error("the line is too long");
    yield* lines;
  }
}

/** Takes the one command of a connection and sends what it prints, line by line, and its exit code. */
async function answer(socket: Socket, run: RunCommand, begin: () => void): Promise<void> {
  const send = (line: Line): void => {
    // whoever asked may be gone; the command is finished all the same
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`);
  };
  socket.on("error", () => {});
  socket.setTimeout(requestTimeoutMs, () => socket.destroy());
  const first = await linesOf(socket, longestRequest).next();
  socket.setTimeout(0);
  const request = Request.safeParse(parseJson(first.value));
  if (!request.success) return;
  begin();
  const output: Output = {
    out: (out) => send({ out }),
    err: (err) => send({ err }),
    progress: (progress) => send({ progress }),
    drained: () => waitForDrain(socket),
  };
  send({ exit: await run(request.data.argv, output) });
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(path, () => done());
  });

const isCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Takes commands on a socket that this user alone may open. A socket that a killed shop left behind is replaced.
 * @returns stops, after the commands under way; null when another process takes commands there
 */
export async function serveControl(path: string, run: RunCommand): Promise<(() => Promise<void>) | null> {
  const waiting = new Set<Socket>();
  const underWay = new Set<Promise<void>>();
  const server = createServer((socket) => {
    waiting.add(socket);
    const work: Promise<void> = answer(socket, run, () => waiting.delete(socket))
      .catch(() => void socket.destroy())
      .finally(() => {
        socket.end();
        waiting.delete(socket);
        underWay.delete(work);
      });
    underWay.add(work);
  });
  try {
    await listen(server, path);
  } catch (error) {
    if (!isCode(error, "EADDRINUSE")) throw error;
    const other = await reach(path);
    other?.destroy();
    if (other) return null;
    rmSync(path, { force: true });
    await listen(server, path);
  }
  if (process.platform !== "win32") chmodSync(path, 0o600);
  return async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of waiting) socket.destroy();
    await Promise.all(underWay);
    await closed;
  };
}

/** A connection to whoever listens there, or null. */
function reach(path: string): Promise<Socket | null> {
  return new Promise((done, fail) => {
    const socket = connect(path, () => done(socket));
    socket.once("error", (error) => (isCode(error, "ENOENT", "ECONNREFUSED") ? done(null) : fail(error)));
  });
}

/** Outside the data folder anybody could have put a socket: it must belong to the folder's owner. */
const isOurs = (path: string, dataDir: string): boolean => {
  const socket = process.platform === "win32" ? undefined : statSync(path, { throwIfNoEntry: false });
  return socket === undefined || socket.uid === statSync(dataDir).uid;
};

/**
 * Has the running shop carry out a command.
 * @returns its exit code; null when no shop runs there
 * @throws when the shop went away before it had finished
 */
export async function sendAdminCommand(
  dataDir: string,
  argv: readonly string[],
  output: Output,
): Promise<number | null> {
  const path = controlPath(dataDir);
  if (!isOurs(path, dataDir)) throw new Error(`${path} belongs to somebody else: remove it, or set another DATA_DIR.`);
  const socket = await reach(path);
  if (!socket) return null;
  socket.write(`${JSON.stringify({ argv })}\n`);
  try {
    for await (const text of linesOf(socket, longestAnswer)) {
      const line = Line.parse(JSON.parse(text));
      if ("exit" in line) return line.exit;
      if ("out" in line) output.out(line.out);
      else if ("err" in line) output.err(line.err);
      else output.progress?.(line.progress);
    }
  } finally {
    socket.destroy();
  }
  throw new Error("The shop stopped before it had answered. Look whether the command was carried out, then try again.");
}
