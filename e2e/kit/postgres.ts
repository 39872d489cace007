import { randomBytes } from "node:crypto";
import { findPostgres, startPostgres } from "#fixtures/testing/postgres-server.ts";
import { databaseUrl, onServer } from "#fixtures/testing/templates.ts";

const variable = "E2E_POSTGRES_SERVER";

/** Whether browser tests can run on PostgreSQL too. */
export const hasPostgres = async (): Promise<boolean> =>
  process.env.TEST_DATABASE_URL !== undefined || (await findPostgres()) !== null;

/** Playwright's global setup: one throw-away server for the run, unless TEST_DATABASE_URL names one. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    process.env[variable] = given;
    return undefined;
  }
  const binaries = await findPostgres();
  if (!binaries) return undefined;
  const server = await startPostgres(binaries);
  process.env[variable] = server.url;
  return server.stop;
}

/** Creates an empty database for one shop. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env[variable];
  if (!server) throw new Error("no PostgreSQL server was started for this run");
  const name = `lianne_e2e_${randomBytes(6).toString("hex")}`;
  await onServer(server, `create database ${name} template template0 encoding 'UTF8'`);
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}
