import { isIP } from "node:net";

/**
 * A client's address as PostgreSQL's `inet` accepts it: without the zone of a link-local address (fe80::1%eth0).
 * @returns null for anything else: a proxy may forward any text as the address
 */
export function toInet(address: string): string | null {
  const bare = address.replace(/%.*$/, "");
  return isIP(bare) ? bare : null;
}
