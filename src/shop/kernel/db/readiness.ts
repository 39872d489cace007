import { setTimeout as pause } from "node:timers/promises";
import { type Db, sql } from "./database.ts";

/** a readiness probe must respond fast */
const timeoutMs = 2_000;

/** Whether the database responds in time. */
export async function isDatabaseReady(db: Db): Promise<boolean> {
  const query = db.one(sql`select 1`).then(
    () => true,
    () => false,
  );
  const finished = new AbortController();
  const timeout = pause(timeoutMs, false, { signal: finished.signal }).catch(() => false);
  try {
    return await Promise.race([query, timeout]);
  } finally {
    finished.abort();
  }
}
