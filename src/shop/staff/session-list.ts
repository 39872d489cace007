import { isIPv6 } from "node:net";
import type { StaffSessionEntry } from "#contract/backoffice/staff.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";

interface SessionRow {
  id: number;
  userAgent: string;
  address: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

/** `203.0.…`, `2001:db8:…` */
function firstHalf(address: string | null): string {
  if (address === null) return "";
  if (isIPv6(address)) return `${address.split(":").slice(0, 2).join(":")}:…`;
  return `${address.split(".").slice(0, 2).join(".")}.…`;
}

/** The sessions of an account, the last used first. @param current id of the session of the request */
export async function listSessions(
  reader: Reader,
  staffId: number,
  { current, now }: { current: number; now: Date },
): Promise<StaffSessionEntry[]> {
  const rows = await reader.all<SessionRow>(sql`
    select id, user_agent "userAgent", host(address) address, created_at "createdAt", last_used_at "lastUsedAt"
    from staff_session where staff_id = ${staffId} and step = 'done' and expires_at > ${now} order by last_used_at desc, id desc`);
  return rows.map(({ id, userAgent, address, createdAt, lastUsedAt }) => ({
    id,
    current: id === current,
    user_agent: userAgent,
    address: firstHalf(address),
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
  }));
}
