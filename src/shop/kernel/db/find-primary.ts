import pg from "pg";

/** longer than a healthy server needs to respond, even from far away */
const probeTimeoutMs = 2_000;

/**
 * @returns the server's timeline ID, which each promotion increments; null for a standby and for a server that does not
 *   respond
 */
async function timelineIdOf(connectionString: string): Promise<number | null> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  // a connection that breaks during the query fails the query; an "error" event without a listener would end the
  // process
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
 * Finds the server that accepts writes. If two do, one of them is a failed primary that has come back: the one with the
 * higher timeline, which was promoted last, is the primary. @returns null while there is none
 */
export async function findPrimary(servers: readonly string[]): Promise<string | null> {
  if (servers.length === 1) return servers[0] ?? null;
  const probed = await Promise.all(servers.map(async (server) => ({ server, timeline: await timelineIdOf(server) })));
  const newest = probed.reduce<{ server: string | null; timeline: number }>(
    (best, { server, timeline }) => (timeline !== null && timeline > best.timeline ? { server, timeline } : best),
    { server: null, timeline: 0 },
  );
  return newest.server;
}
