import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dong } from "#contract/money.ts";
import { bundledTexts } from "#web/i18n/texts.ts";
import { forgetDraft, saveDraft, readDraft } from "#web/account/auth-draft.ts";
import type { AuthValues } from "#web/account/auth-rules.ts";
import type { ProfileDraft } from "#web/account/profile-draft.ts";
import { saveEdits, readEdits } from "#web/account/profile-edits.ts";
import { saveResetKey, readResetKey } from "#web/account/reset-key.ts";
import { cacheWishlist, readCachedWishlist } from "#web/api/cached-wishlist.ts";
import { clearOtherUsers, lastCustomer } from "#web/api/user-storage.ts";
import { forgetLines, selectOnly } from "#web/cart/selection.ts";
import { rememberedRingSize, rememberRingSize } from "#web/catalog/ring-size-memory.ts";
import { saveScale, storedScale } from "#design/true-scale/screen-scale.ts";
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

test("selecting lines and ordering work with storage forbidden", () => {
  expect(() => localStorage).toThrow("insecure");
  selectOnly(["a line", "another"]);
  forgetLines(["another"]);
  startLocalOrder({ ...emptyForm, customerId: 7 }, [], {
    subtotal: dong(1),
    total: dong(1),
    cartVersion: 1,
    expected: null,
  });
  nameLocalOrder(10_015, null);
  forgetComments();
  expect(expectedDelivery(10_015)).toBeNull();
});

test("and stores nothing else, without failing", () => {
  clearOtherUsers(7, true);
  clearOtherUsers(null);
  cacheWishlist("7", []);
  rememberSearch("nhẫn");
  clearRecentSearches();
  rememberRingSize("52 mm");
  saveScale(6);
  saveResetKey({ key: "key", login: "somebody" });
  cacheContent("vi", bundledTexts("vi"));
  saveDraft("login", { username: "somebody" } as AuthValues);
  forgetDraft("login");
  saveEdits(7, {} as ProfileDraft);
  const stored = [
    lastCustomer(),
    readCachedWishlist(),
    rememberedRingSize(),
    storedScale(),
    readResetKey(),
    readCachedContent("vi"),
  ];
  expect([...stored, readEdits(7)]).toEqual(Array(7).fill(null));
  expect([recentSearches(), readDraft("login")]).toEqual([[], {}]);
});
