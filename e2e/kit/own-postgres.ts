import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { findPostgres, freePort, untilReady, userToRunAs } from "../../fixtures/testing/postgres-server.ts";

const run = promisify(execFile);

/** Ends the server when our end of its standard input closes, as it does however we end. */
const guard = `
  exec 3<&0
  "$@" & server=$!
  (cat <&3 >/dev/null; kill -INT $server) & watch=$!
  wait $server
  kill $watch 2>/dev/null`;
const startAgainAfterMs = 200;

export interface PostgresOptions {
  /** made here, for this server alone */
  folder: string;
  settings: Readonly<Record<string, string>>;
}

/** A PostgreSQL server that can be killed, frozen and promoted, and that is started again by itself as a service manager does. */
export class OwnPostgres {
  readonly url: string;
  readonly #port: number;
  readonly #data: string;
  readonly #settings: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;
  #kept = false;

  private constructor(port: number, { folder, settings }: PostgresOptions) {
    this.#port = port;
    this.#data = join(folder, "data");
    this.#settings = settings;
    this.url = `postgresql://lianne@127.0.0.1:${port}/postgres`;
  }

  /** A new and empty one, running. @throws where no server is installed */
  static async create(options: PostgresOptions): Promise<OwnPostgres> {
    const server = new OwnPostgres(await freePort(), options);
    await server.#command(options.folder, "initdb", [
      ...["-D", server.#data, "-U", "lianne", "-A", "trust", "-E", "UTF8", "--no-sync"],
    ]);
    await server.start();
    return server;
  }

  /** One that follows a running server, by streaming. */
  static async follow(primary: OwnPostgres, options: PostgresOptions): Promise<OwnPostgres> {
    const server = new OwnPostgres(await freePort(), options);
    const source = `${primary.url}?application_name=replica`;
    await server.#command(options.folder, "pg_basebackup", [
      ...["-D", server.#data, "-d", source, "-R", "-X", "stream", "-c", "fast", "--no-sync"],
    ]);
    await server.start();
    return server;
  }

  async #command(folder: string, name: string, args: string[]): Promise<void> {
    const user = await userToRunAs();
    await mkdir(folder, { recursive: true });
    if (user) await chown(folder, user.uid, user.gid);
    await run(join(await binaries(), name), args, { ...user, cwd: folder, env: { ...process.env, LC_ALL: "C.UTF-8" } });
  }

  /** Starts it, and again whenever it ends. Resolves when it answers. */
  async start(): Promise<void> {
    this.#kept = true;
    await this.#spawn();
    await this.answers();
  }

  async #spawn(): Promise<void> {
    const user = await userToRunAs();
    const fixed = { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(this.#port) };
    const options = Object.entries({ ...fixed, ...this.#settings }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]);
    const command = [join(await binaries(), "postgres"), "-D", this.#data, ...options];
    const child = spawn("sh", ["-c", guard, "sh", ...command], {
      ...user,
      cwd: this.#data,
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#process = child;
    child.once("exit", () => {
      if (this.#kept) setTimeout(() => this.#kept && void this.#spawn(), startAgainAfterMs);
    });
  }

  /** Resolves when it takes connections. */
  answers = (): Promise<void> => untilReady(this.url, { exitCode: null });

  /** As the kernel ends it when memory runs out: nothing is written, nothing is said. It is started again, unless it is to stay away. */
  async kill({ forGood = false } = {}): Promise<void> {
    if (forGood) this.#kept = false;
    const ended = new Promise((done) => this.#process?.once("exit", done));
    process.kill(await this.#postmaster(), "SIGKILL");
    await ended;
  }

  /** Kills one of the processes that serve connections: the server throws all of them out, and recovers. Resolves then. */
  async killOneBackend(): Promise<void> {
    const witness = new pg.Client({ connectionString: this.url });
    const thrownOut = new Promise<void>((done) => witness.on("error", () => done()).on("end", done));
    await witness.connect();
    const { rows } = await witness.query<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
    );
    if (rows[0]) process.kill(rows[0].pid, "SIGKILL");
    else await witness.end();
    await thrownOut;
    await this.answers();
  }

  /** Stops all of its processes where they are, and lets them go on. */
  async freeze(whileFrozen: () => Promise<void>): Promise<void> {
    const postmaster = await this.#postmaster();
    process.kill(postmaster, "SIGSTOP");
    const { stdout } = await run("pgrep", ["-P", String(postmaster)]);
    const all = [...stdout.split("\n").filter(Boolean).map(Number), postmaster];
    for (const pid of all) signal(pid, "SIGSTOP");
    try {
      await whileFrozen();
    } finally {
      for (const pid of all) signal(pid, "SIGCONT");
    }
  }

  async ask<Row extends pg.QueryResultRow>(statement: string): Promise<pg.QueryResult<Row>> {
    const client = new pg.Client({ connectionString: this.url });
    client.on("error", () => {});
    await client.connect();
    try {
      return await client.query<Row>(statement);
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    this.#kept = false;
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.stdin?.end();
    await ended;
  }

  async #postmaster(): Promise<number> {
    const note = await readFile(join(this.#data, "postmaster.pid"), "utf8");
    return Number(note.split("\n")[0]);
  }
}

async function binaries(): Promise<string> {
  const found = await findPostgres();
  if (!found) throw new Error("no PostgreSQL here");
  return found;
}

/** Children come and go while they are counted. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended just now
  }
}

/** For whoever waits for a state of the server. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20);
}
