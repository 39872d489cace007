import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import pg from "pg";
import { inject } from "vitest";
import { databaseUrl, onServer } from "../../fixtures/testing/templates.ts";

/** Asks the database behind the shop's back. Counts and money come as numbers. */
export type Ask = <Row>(statement: string, values?: unknown[]) => Promise<Row[]>;

/** The shop's database, looked at while the shop is down. */
export interface ShopDatabase {
  name: string;
  /** what the shop must be told to use it */
  environment: NodeJS.ProcessEnv;
  /** Opens it for one look; the shop must not be running. */
  visit<T>(look: (ask: Ask) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

const int8 = 20;

/** The embedded database, in the shop's own data folder. */
export async function embeddedDatabase(dataDir: string): Promise<ShopDatabase> {
  const image = await openAsBlob(inject("pgliteImages").seeded);
  const open = (loadDataDir?: Blob) =>
    PGlite.create({
      dataDir: join(dataDir, "pg"),
      extensions: { unaccent, pg_trgm },
      parsers: { [int8]: Number },
      ...(loadDataDir ? { loadDataDir } : {}),
    });
  await (await open(image)).close();
  return {
    name: "PGlite",
    environment: {},
    async visit(look) {
      const lite = await open();
      try {
        return await look(
          async <Row>(statement: string, values?: unknown[]) => (await lite.query<Row>(statement, values)).rows,
        );
      } finally {
        await lite.close();
      }
    },
    drop: async () => {},
  };
}

/** A database of its own on the run's server. */
export async function sharedDatabase(): Promise<ShopDatabase> {
  const server = inject("postgres");
  if (!server) throw new Error("no PostgreSQL here");
  return serverDatabase(server.serverUrl, server.templates.seeded);
}

/**
 * A database of its own on any server, copied file by file after a checkpoint: PostgreSQL's usual copy by its log leaves sequences
 * that give out a few numbers a second time when the server is killed before its next checkpoint (15.18).
 * @param template what it is a copy of
 */
export async function serverDatabase(serverUrl: string, template: string): Promise<ShopDatabase> {
  const database = `lianne_shop_${process.pid}`;
  await onServer(serverUrl, `create database ${database} template ${template} strategy file_copy`);
  const url = databaseUrl(serverUrl, database);
  return {
    name: "PostgreSQL",
    environment: { DATABASE_URL: url },
    visit: (look) => visitServer(url, look),
    drop: () => onServer(serverUrl, `drop database if exists ${database} with (force)`),
  };
}

/** One look at a database on a server. */
export async function visitServer<T>(connectionString: string, look: (ask: Ask) => Promise<T>): Promise<T> {
  const getTypeParser = ((oid: number, format?: "text") =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
  const client = new pg.Client({ connectionString, types: { getTypeParser } });
  await client.connect();
  try {
    return await look(
      async <Row>(statement: string, values?: unknown[]) => (await client.query(statement, values)).rows as Row[],
    );
  } finally {
    await client.end();
  }
}
