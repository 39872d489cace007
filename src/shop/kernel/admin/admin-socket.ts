import { createHash } from "node:crypto";
import { chmodSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { waitForDrain } from "#shop/kernel/base/wait-for-drain.ts";

/** Receives the output of a command, line by line. */
export interface Output {
  out(line: string): void;
  err(line: string): void;
  /** reports the progress of a long command; absent where it is not shown */
  progress?(step: CommandProgress): void;
  /** backpressure: waits until the output so far has been sent; absent where none is needed */
  waitForDrain?(): Promise<void>;
}

/** Progress of a long command. @param what "importing" */
export interface CommandProgress {
  what: string;
  done: number;
  total: number;
}

/** Runs one command. @returns its exit code */
export type RunCommand = (argv: readonly string[], output: Output) => Promise<number>;

/**
 * The lowest limit on the length of a socket path among operating systems is 104 bytes, including the terminating zero.
 */
const maxPathBytes = 100;
const maxRequestLength = 1024 * 1024;
/** of one line of output: an export writes a product, with all of its descriptions, as one line */
const maxResponseLength = 64 * 1024 * 1024;
const requestTimeoutMs = 10_000;

/** Path of the socket on which the shop that owns the data directory accepts commands; a named pipe on Windows. */
export function adminSocketPath(dataDir: string): string {
  const folder = resolve(dataDir);
  const name = `lianne-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  const inFolder = join(folder, "control.sock");
  return Buffer.byteLength(inFolder) <= maxPathBytes ? inFolder : join(tmpdir(), `${name}.sock`);
}

const CommandRequest = z.object({ argv: z.array(z.string()).max(100) });
const ProtocolLine = z.union([
  z.object({ out: z.string() }),
  z.object({ err: z.string() }),
  z.object({ progress: z.object({ what: z.string(), done: z.number(), total: z.number() }) }),
  z.object({ exit: z.int() }),
]);
type ProtocolLine = z.infer<typeof ProtocolLine>;

/** Yields the lines of a connection, until it ends. @throws if it breaks, or if a line is too long */
async function* linesOf(socket: Socket, maxLength: number): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of socket.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLength) throw new Error("the line is too long");
    yield* lines;
  }
}

/** Reads the command of a connection, runs it, and sends its output line by line and then its exit code. */
async function handleConnection(socket: Socket, run: RunCommand, begin: () => void): Promise<void> {
  const send = (line: ProtocolLine): void => {
    // the client may have disconnected; the command is completed anyway
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`);
  };
  socket.on("error", () => {});
  socket.setTimeout(requestTimeoutMs, () => socket.destroy());
  const first = await linesOf(socket, maxRequestLength).next();
  socket.setTimeout(0);
  const request = CommandRequest.safeParse(parseJson(first.value));
  if (!request.success) return;
  begin();
  const output: Output = {
    out: (out) => send({ out }),
    err: (err) => send({ err }),
    progress: (progress) => send({ progress }),
    waitForDrain: () => waitForDrain(socket),
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
 * Accepts commands on a socket that only this user may open. Replaces a socket that a killed shop left behind.
 * @returns stops, after the running commands have ended; null if another process serves this socket
 */
export async function serveAdminSocket(path: string, run: RunCommand): Promise<(() => Promise<void>) | null> {
  const idle = new Set<Socket>();
  const inFlight = new Set<Promise<void>>();
  const server = createServer((socket) => {
    idle.add(socket);
    const work: Promise<void> = handleConnection(socket, run, () => idle.delete(socket))
      .catch(() => void socket.destroy())
      .finally(() => {
        socket.end();
        idle.delete(socket);
        inFlight.delete(work);
      });
    inFlight.add(work);
  });
  try {
    await listen(server, path);
  } catch (error) {
    if (!isCode(error, "EADDRINUSE")) throw error;
    const other = await connectTo(path);
    other?.destroy();
    if (other) return null;
    rmSync(path, { force: true });
    await listen(server, path);
  }
  if (process.platform !== "win32") chmodSync(path, 0o600);
  return async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of idle) socket.destroy();
    await Promise.all(inFlight);
    await closed;
  };
}

/** Connects to the process that serves the socket; null if there is none. */
function connectTo(path: string): Promise<Socket | null> {
  return new Promise((done, fail) => {
    const socket = connect(path, () => done(socket));
    socket.once("error", (error) => (isCode(error, "ENOENT", "ECONNREFUSED") ? done(null) : fail(error)));
  });
}

/**
 * Outside the data directory another user could have created the socket, so it must belong to the owner of the
 * directory.
 */
const hasExpectedOwner = (path: string, dataDir: string): boolean => {
  const socket = process.platform === "win32" ? undefined : statSync(path, { throwIfNoEntry: false });
  return socket === undefined || socket.uid === statSync(dataDir).uid;
};

/**
 * Sends a command to the running shop.
 * @returns its exit code; null if no shop is running
 * @throws if the shop stopped before the command had ended
 */
export async function sendAdminCommand(
  dataDir: string,
  argv: readonly string[],
  output: Output,
): Promise<number | null> {
  const path = adminSocketPath(dataDir);
  if (!hasExpectedOwner(path, dataDir))
    throw new Error(`${path} belongs to another user: remove it, or set another DATA_DIR.`);
  const socket = await connectTo(path);
  if (!socket) return null;
  socket.write(`${JSON.stringify({ argv })}\n`);
  try {
    for await (const text of linesOf(socket, maxResponseLength)) {
      const line = ProtocolLine.parse(JSON.parse(text));
      if ("exit" in line) return line.exit;
      if ("out" in line) output.out(line.out);
      else if ("err" in line) output.err(line.err);
      else output.progress?.(line.progress);
    }
  } finally {
    socket.destroy();
  }
  throw new Error("The shop stopped before the command had ended. Check whether it took effect before you try again.");
}
