import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bundledTexts } from "#web/i18n/texts.ts";
import { forgetDraft, keepDraft, keptDraft } from "#web/account/auth-draft.ts";
import type { AuthValues } from "#web/account/auth-rules.ts";
import type { ProfileDraft } from "#web/account/profile-draft.ts";
import { keepEdits, keptEdits } from "#web/account/profile-edits.ts";
import { keepReset, keptReset } from "#web/account/reset-key.ts";
import { cacheWishlist, readCachedWishlist } from "#web/api/cached-wishlist.ts";
import { clearOtherUsers, lastCustomer } from "#web/api/user-storage.ts";
import { forgetLines, selectOnly } from "#web/cart/selection.ts";
import { rememberedRingSize, rememberRingSize } from "#web/catalog/ring-size-memory.ts";
import { keepScale, storedScale } from "#web/content/ring-sizer/screen-scale.ts";
import { cacheContent, readCachedContent } from "#web/i18n/content-cache.ts";
import { clearRecentSearches, recentSearches, rememberSearch } from "#web/search/recent-searches.ts";
import { expectedDelivery, nameLocalOrder, startLocalOrder } from "./local-orders.ts";
import { emptyForm } from "./order-form.ts";
import { forgetComments } from "./use-order-form.ts";

const forbidden = () => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};
const storages = ["localStorage", "sessionStorage"] as const;
const before = storages.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));

beforeAll(() => {
  // where storage is forbidden, even reading the property throws
  for (const name of storages) Object.defineProperty(globalThis, name, { get: forbidden, configurable: true });
  vi.stubGlobal("addEventListener", () => {});
});
afterAll(() => {
  vi.unstubAllGlobals();
  for (const [index, name] of storages.entries()) {
    Reflect.deleteProperty(globalThis, name);
    if (before[index]) Object.defineProperty(globalThis, name, before[index]);
  }
});

test("a browser that forbids storage picks lines for checkout, and orders them", () => {
  expect(() => localStorage).toThrow("insecure");
  selectOnly(["a line", "another"]);
  forgetLines(["another"]);
  startLocalOrder({ ...emptyForm, customerId: 7 }, [], { subtotal: 1, total: 1, cartVersion: 1, expected: null });
  nameLocalOrder(10_015, null);
  forgetComments();
  expect(expectedDelivery(10_015)).toBeNull();
});

test("and keeps nothing else, which stops nobody", () => {
  clearOtherUsers(7, true);
  clearOtherUsers(null);
  cacheWishlist("7", []);
  rememberSearch("nhẫn");
  clearRecentSearches();
  rememberRingSize("52 mm");
  keepScale(6);
  keepReset({ key: "key", login: "somebody" });
  cacheContent("vi", bundledTexts("vi"));
  keepDraft("login", { username: "somebody" } as AuthValues);
  forgetDraft("login");
  keepEdits(7, {} as ProfileDraft);
  const kept = [
    lastCustomer(),
    readCachedWishlist(),
    rememberedRingSize(),
    storedScale(),
    keptReset(),
    readCachedContent("vi"),
  ];
  expect([...kept, keptEdits(7)]).toEqual(Array(7).fill(null));
  expect([recentSearches(), keptDraft("login")]).toEqual([[], {}]);
});
