import type { Config } from "#shop/kernel/base/config.ts";

/** GHN's tracking pages, by the host of its API. */
const pages: Record<string, string> = {
  "online-gateway.ghn.vn": "https://donhang.ghn.vn/",
  "dev-online-gateway.ghn.vn": "https://tracking.ghn.dev/",
};

/** The tracking page of a shipment; "" if it is not GHN's. A simulator has a page of its own. */
export function trackingUrl({ ghn }: Pick<Config, "ghn">, { carrier, trackingCode }: TrackedParcel): string {
  if (carrier !== "ghn" || trackingCode === "") return "";
  const api = new URL(ghn?.apiUrl ?? "https://online-gateway.ghn.vn");
  const page = pages[api.host] ?? `${api.origin}/tracking`;
  return `${page}?order_code=${encodeURIComponent(trackingCode)}`;
}

interface TrackedParcel {
  carrier: string;
  /** "" until there is one */
  trackingCode: string;
}
