import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { call } from "#backoffice/api/call.ts";
import { CallError } from "#backoffice/api/call-error.ts";
import { forgetOrders, isInProgress, storedOrders } from "./stored-reads.ts";

/** At most so many orders are in one page. */
const perPage = 100;

/**
 * Removes the data of orders that have ended since this device has read them, also of those that it will not open again. Without a
 * connection it stays until the next start.
 */
export async function forgetEndedOrders({ staff, permissions }: SessionInfo): Promise<void> {
  if (!navigator.onLine || !permissions.includes("orders.view")) return;
  const ids = await storedOrders(staff.id);
  for (let from = 0; from < ids.length; from += perPage) {
    const some = ids.slice(from, from + perPage);
    const query = { include: some.join(","), per_page: perPage, _fields: "id,lianne" };
    try {
      const { data } = await call("GET wc/orders", { query, prompts: false });
      const open = new Set(data.filter(isInProgress).map(({ id }) => id));
      await forgetOrders(
        staff.id,
        some.filter((id) => !open.has(id)),
      );
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return;
    }
  }
}
