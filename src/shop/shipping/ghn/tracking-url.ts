import type { Config } from "#shop/kernel/base/config.ts";

/** GHN's pages where a parcel is followed, by the host of the API that it was given to. */
const pages: Record<string, string> = {
  "online-gateway.ghn.vn": "https://donhang.ghn.vn/",
  "dev-online-gateway.ghn.vn": "https://tracking.ghn.dev/",
};

/** Where a person follows a parcel; "" for one that the shop did not give to GHN. A stand-in shows its own page. */
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
