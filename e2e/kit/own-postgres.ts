import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { findPostgres, freePort, untilReady, userToRunAs } from "../../fixtures/testing/postgres-server.ts";

const run = promisify(execFile);

/** Stops the server when this process closes its standard input, which happens however this process ends. */
const guard = `
  exec 3<&0
  "$@" & server=$!
  (cat <&3 >/dev/null; kill -INT $server) & watch=$!
  wait $server
  kill $watch 2>/dev/null`;
const startAgainAfterMs = 200;

export interface PostgresOptions {
  /** created for this server */
  folder: string;
  settings: Readonly<Record<string, string>>;
}

/**
 * A PostgreSQL server that tests can kill, freeze and promote, and that is restarted automatically, as by a service
 * manager.
 */
export class OwnPostgres {
  readonly url: string;
  readonly #port: number;
  readonly #data: string;
  readonly #settings: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;
  #restarts = false;

  private constructor(port: number, { folder, settings }: PostgresOptions) {
    this.#port = port;
    this.#data = join(folder, "data");
    this.#settings = settings;
    this.url = `postgresql://lianne@127.0.0.1:${port}/postgres`;
  }

  /** Creates and starts an empty server. @throws if PostgreSQL is not installed */
  static async create(options: PostgresOptions): Promise<OwnPostgres> {
    const server = new OwnPostgres(await freePort(), options);
    await server.#command(options.folder, "initdb", [
      ...["-D", server.#data, "-U", "lianne", "-A", "trust", "-E", "UTF8", "--no-sync"],
    ]);
    await server.start();
    return server;
  }

  /** Creates and starts a streaming replica of a running server. */
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

  /** Starts the server, and restarts it whenever it ends. Resolves when it accepts connections. */
  async start(): Promise<void> {
    this.#restarts = true;
    await this.#spawn();
    await this.untilReady();
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
      if (this.#restarts) setTimeout(() => this.#restarts && void this.#spawn(), startAgainAfterMs);
    });
  }

  /** Resolves when it accepts connections. */
  untilReady = (): Promise<void> => untilReady(this.url, { exitCode: null });

  /** SIGKILL, as from the kernel when memory runs out. It is restarted, unless it is killed permanently. */
  async kill({ forGood = false } = {}): Promise<void> {
    if (forGood) this.#restarts = false;
    const ended = new Promise((done) => this.#process?.once("exit", done));
    process.kill(await this.#postmaster(), "SIGKILL");
    await ended;
  }

  /** Kills one backend process: the server then closes all connections and recovers. Resolves after that. */
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
    await this.untilReady();
  }

  /** Pauses all of its processes (SIGSTOP) while the callback runs. */
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

  async query<Row extends pg.QueryResultRow>(statement: string): Promise<pg.QueryResult<Row>> {
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
    this.#restarts = false;
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

/** Child processes may start and end during the iteration. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // the process has just ended
  }
}

/** Polls until a condition holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20);
}
