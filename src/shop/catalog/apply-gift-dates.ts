import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { isWithinDates } from "./gifts.ts";

/** Starts and ends free gifts whose dates have come. @returns the number of gifts that changed */
export const applyGiftDates = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`update gift set in_force = not in_force where in_force <> (${isWithinDates(now)})`);
