import { isIP } from "node:net";

/**
 * A client's address as PostgreSQL's `inet` accepts it: without the zone of a link-local address (fe80::1%eth0).
 * @param address undefined once the client has disconnected, although the type of `request.ip` has none
 * @returns null for anything else: a proxy may forward any text as the address
 */
export function toInet(address: string | undefined): string | null {
  const bare = address?.replace(/%.*$/, "") ?? "";
  return isIP(bare) ? bare : null;
}
