import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import pg from "pg";
import { inject } from "vitest";
import { databaseUrl, onServer } from "../../fixtures/testing/templates.ts";

/** Queries the database directly, not through the shop. Counts and money are returned as numbers. */
export type QueryFunction = <Row>(statement: string, values?: unknown[]) => Promise<Row[]>;

/** The shop's database, which a test reads while the shop is down. */
export interface ShopDatabase {
  name: string;
  /** the shop's settings for this database */
  environment: NodeJS.ProcessEnv;
  /** Opens it for one callback; on the embedded database the shop must not be running. */
  visit<T>(look: (query: QueryFunction) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

const int8 = 20;

/** The embedded database, in the shop's data folder. */
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

/** A new database on the PostgreSQL server of the test run. */
export async function sharedDatabase(): Promise<ShopDatabase> {
  const server = inject("postgres");
  if (!server) throw new Error("no PostgreSQL here");
  return serverDatabase(server.serverUrl, server.templates.seeded);
}

/**
 * A new database on any server, copied file by file after a checkpoint: PostgreSQL's default strategy, which copies
 * through the WAL, leaves sequences that return a few numbers twice if the server is killed before its next checkpoint
 * (15.18).
 * @param template the database that is copied
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

/** Connects to a database on a server for one callback. */
export async function visitServer<T>(connectionString: string, look: (query: QueryFunction) => Promise<T>): Promise<T> {
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
