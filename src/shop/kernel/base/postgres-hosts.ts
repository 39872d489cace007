import pg from "pg";

/** `postgresql://user:password@one:5432,other:5432/shop?…`, as PostgreSQL's own programs take it. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/** The address of each server that an address names; several stand for one primary and those that may take its place. */
export function serversOf(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = parts.exec(url) ?? [];
  return hosts.split(",").map((host) => `${before}${host}${after}`);
}

/** longer than a server that is well takes to answer from far away */
const answersWithinMs = 2_000;

/** @returns which history its log belongs to, counted up by each promotion; null for a standby and for silence */
async function timelineIdOf(connectionString: string): Promise<number | null> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
  });
  // one that breaks while it is asked fails what was asked; an unheard error would end the process
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ file: string | null }>(
      "select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_insert_lsn()) end file",
    );
    const file = rows[0]?.file;
    return file ? Number.parseInt(file.slice(0, 8), 16) : null;
  } catch {
    return null;
  } finally {
    client.end().catch(() => {});
  }
}

/**
 * Which of the servers takes writes. Where two say that they do, a primary that was given up has come back: the one that was
 * promoted last is right. @returns null when there is none just now
 */
export async function findPrimary(servers: readonly string[]): Promise<string | null> {
  if (servers.length === 1) return servers[0] ?? null;
  const found = await Promise.all(servers.map(async (server) => ({ server, history: await timelineIdOf(server) })));
  const newest = found.reduce<{ server: string | null; history: number }>(
    (best, { server, history }) => (history !== null && history > best.history ? { server, history } : best),
    { server: null, history: 0 },
  );
  return newest.server;
}
