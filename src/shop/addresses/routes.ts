import type { FastifyPluginAsync } from "fastify";
import type { AddressSuggestion } from "#contract/address.ts";
import { addressEndpoints } from "#contract/endpoints/addresses.ts";
import { compareNames } from "#contract/name-order.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { cacheableJson } from "#shop/kernel/cache/cached-response.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { settingsTag } from "#shop/kernel/settings/settings.ts";
import { requireAddressSearch } from "./address-form.ts";
import type { AddressAtlas } from "./atlas.ts";
import { bridgeAddress } from "./bridge-address.ts";
import { addressesTag, currentBook } from "./current-book.ts";
import { describeFound } from "./describe-unit.ts";

const maxResponseBytes = 3000;

/** As many as fit into a response of 3 kB. */
function thatFit(suggestions: readonly AddressSuggestion[]): AddressSuggestion[] {
  let bytes = 2;
  return suggestions.filter((suggestion) => {
    bytes += Buffer.byteLength(JSON.stringify(suggestion)) + 1;
    return bytes <= maxResponseBytes;
  });
}

function unitsOf({ units, childrenOf }: AddressAtlas, scheme: "old3" | "new2", parent: string | undefined) {
  const above = parent === undefined ? undefined : units[scheme].get(parent);
  const list =
    parent === undefined
      ? [...units[scheme].values()].filter(({ level }) => level === "province")
      : ((above && childrenOf.get(above)) ?? []);
  return list
    .toSorted((one, other) => compareNames(one.ownName, other.ownName) || one.code.localeCompare(other.code))
    .map(({ code, name }) => ({ code, name }));
}

/** Search for units before and since July 2025, their lists, and the bridge between the two schemes. */
export const addressRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const tags = [addressesTag, settingsTag];
    const openBook = async () => {
      await requireAddressSearch(shop);
      return currentBook(shop);
    };
    const { addressSearch, addressUnits, addressBridge } = addressEndpoints;
    registerEndpoint(app, shop, addressSearch, ({ request, reply, query: { q, limit, scheme } }) => {
      const text = q.normalize("NFC");
      return shop.cache.send(request, reply, `address-search:${JSON.stringify([text, limit, scheme])}`, async () => {
        const { atlas, find } = await openBook();
        const found = find(text, { limit, scheme }).map((each) => describeFound(atlas, each));
        return cacheableJson(thatFit(found), tags);
      });
    });
    registerEndpoint(app, shop, addressUnits, ({ request, reply, query: { scheme, parent } }) =>
      shop.cache.send(request, reply, `address-units:${scheme}:${parent ?? ""}`, async () => {
        const { atlas } = await openBook();
        return cacheableJson(unitsOf(atlas, scheme, parent), tags);
      }),
    );
    registerEndpoint(app, shop, addressBridge, async ({ body, lang }) => bridgeAddress(await openBook(), body, lang));
  };
