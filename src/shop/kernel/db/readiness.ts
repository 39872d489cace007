import { setTimeout as pause } from "node:timers/promises";
import { type Db, sql } from "./database.ts";

/** whoever asks whether the shop is ready does not wait long for the answer */
const withinMs = 2_000;

/** Whether the database answers, and in time. */
export async function isDatabaseReady(db: Db): Promise<boolean> {
  const asked = db.one(sql`select 1`).then(
    () => true,
    () => false,
  );
  const over = new AbortController();
  const late = pause(withinMs, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([asked, late]);
  } finally {
    over.abort();
  }
}
