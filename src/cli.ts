import { join as path } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pino, { type Logger } from "pino";
import { systemClock } from "#shop/kernel/base/clock.ts";
import { type Config, ConfigError, readConfig } from "#shop/kernel/base/config.ts";
import { sendAdminCommand, adminSocketPath, type Output, serveAdminSocket } from "#shop/kernel/admin/admin-socket.ts";
import { lockDataDir, demoSecret, DataDirLockedError } from "#shop/kernel/base/data-dir.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { migrate } from "#shop/kernel/db/migrate.ts";
import { openPglite } from "#shop/kernel/db/pglite.ts";
import { openPostgres } from "#shop/kernel/db/postgres.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type CommandContext, CommandError, type Seed } from "./cli/command.ts";

/** How long a shop that owns the data folder may take to open its doors: the first start migrates and seeds. */
const patienceMs = 120_000;
const askAgainMs = 250;

/**
 * Lets a running shop take the merchant's commands on a socket in its data folder.
 * @returns stops it, after the commands under way
 */
export async function serveCommands(shop: AppContext, seed?: Seed): Promise<() => Promise<void>> {
  const { db, config, clock, log } = shop;
  const stop = await serveAdminSocket(adminSocketPath(config.dataDir), async (argv, output) => {
    // loaded with the first command: most shops that serve are given none
    const { run } = await import("./cli/program.ts");
    return run(argv, { ...output, db, config, clock, log, seed });
  });
  // another process of this shop, on the same database server, takes them
  return stop ?? (async () => {});
}

/** The database for one command, and what has to happen after it. */
interface Opened {
  db: Db;
  close(): Promise<void>;
}

async function openServer(url: string, log: Logger): Promise<Opened> {
  const db = await openPostgres({ url, log, poolSize: 2 });
  try {
    // a schema that is there is left to `migrate` and to the shops: an older one may be serving from it
    const there = await db.one<{ known: boolean }>(sql`select to_regclass('migration') is not null known`);
    if (!there?.known) await migrate(db, log);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { db, close: () => db.close() };
}

async function openFolder(dataDir: string, log: Logger): Promise<Opened> {
  const release = lockDataDir(dataDir);
  try {
    const db = await openPglite(path(dataDir, "pg"));
    const close = () => db.close().finally(release);
    try {
      await migrate(db, log);
    } catch (error) {
      await close();
      throw error;
    }
    return { db, close };
  } catch (error) {
    release();
    throw error;
  }
}

/** The running shop's exit code, or the data folder when no shop owns it. Waits for one that is just opening. */
async function ownerOrFolder(config: Config, argv: readonly string[], output: Output, log: Logger) {
  const deadline = Date.now() + patienceMs;
  for (let told = false; ; told = true) {
    const exit = await sendAdminCommand(config.dataDir, argv, output);
    if (exit !== null) return { exit };
    try {
      return { opened: await openFolder(config.dataDir, log) };
    } catch (error) {
      if (!(error instanceof DataDirLockedError)) throw error;
      if (Date.now() > deadline) {
        throw new CommandError(`${error.message} It takes no commands yet: try again when it is open, or stop it.`);
      }
      if (!told) output.err(`${error.message} Waiting for it to take commands…`);
      await pause(askAgainMs);
    }
  }
}

const readSettings = (environment: NodeJS.ProcessEnv): Config => {
  try {
    return readConfig(environment, demoSecret);
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(`The settings are not right:\n${error.message}`);
    throw error;
  }
};

export interface CommandLine extends Output {
  environment: NodeJS.ProcessEnv;
  seed?: Seed;
}

/**
 * The merchant's command line. With DATABASE_URL it works on that server; otherwise the shop that owns the data folder
 * carries the command out, or, when none runs, the folder is opened for it. @returns the exit code
 */
export async function commandLine(
  argv: readonly string[],
  { environment, seed, ...output }: CommandLine,
): Promise<number> {
  const { interpret } = await import("./cli/program.ts");
  let exitOfShop = 0;
  const exit = await interpret(argv, output, async (work, whole = argv) => {
    const config = readSettings(environment);
    const level = environment.LOG_LEVEL ? config.logLevel : "warn";
    // standard output is the command's own
    const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
    const found = config.databaseUrl
      ? { opened: await openServer(config.databaseUrl, log) }
      : await ownerOrFolder(config, whole, output, log);
    if ("exit" in found) {
      exitOfShop = found.exit;
      return;
    }
    const context: CommandContext = { ...output, db: found.opened.db, config, clock: systemClock, log, seed };
    await work(context).finally(found.opened.close);
  });
  return exit || exitOfShop;
}
