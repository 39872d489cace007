import { isChosen } from "#contract/selected-location.ts";
import { describe, expect, test } from "vitest";
import type { BridgedAddress, NewAddressUnit } from "#contract/address.ts";
import {
  addressChoiceOf,
  respondedPlace,
  bridgedPlace,
  choiceKind,
  storedPlace,
  suggestedPlace,
  typedPlace,
  wardInDistrict,
} from "./searched-place.ts";

const hcm = { province_code: "79", province_name: "Thành phố Hồ Chí Minh" };
const old = {
  ...{ ward_code: "27007", ward_name: "Phường 15", district_code: "766", district_name: "Quận Tân Bình" },
  ...hcm,
};
const tanSon: NewAddressUnit = { ward_code: "27007", ward_name: "Phường Tân Sơn", ...hcm };
const tanBinh: NewAddressUnit = { ward_code: "27004", ward_name: "Phường Tân Bình", ...hcm };
const split: BridgedAddress = {
  ...{ line: "", new: null, old, typed: "p15", bridge: "chosen_old", data_version: "2026-04-30" },
  ...{ choices: [tanBinh, tanSon], needs_choice: true, district_name: "Quận Tân Bình", postcode: "70000", label: "" },
};
const place = bridgedPlace(split, "p15");

describe("a place of the address field", () => {
  test("AD08: a split ward can be ordered to before the question about it has a response, and without one", () => {
    expect(wardInDistrict(place)).toBe("Phường 15 (Tân Bình)");
    expect(choiceKind(place.searched?.choices ?? [])).toBe("wards");
    expect([isChosen(place), addressChoiceOf(place.searched)]).toEqual([true, { old: "27007", typed: "p15" }]);
    const unknown = respondedPlace(place, null);
    expect([isChosen(unknown), unknown.searched?.choices, addressChoiceOf(unknown.searched)]).toEqual([
      ...[true, [], { old: "27007", typed: "p15" }],
    ]);
    const [, choice] = place.searched?.choices ?? [];
    const known = respondedPlace(place, choice ?? null);
    expect(addressChoiceOf(known.searched)).toEqual({ old: "27007", new: "27007", typed: "p15" });
    expect(known).toMatchObject({
      ...{ ward: "Phường Tân Sơn", province: "Thành phố Hồ Chí Minh" },
      searched: { text: "Phường Tân Sơn, TP. Hồ Chí Minh", also: "Phường 15, Quận Tân Bình", choices: [] },
    });
  });

  test("AD08: the question names wards, communes, or both, and numbered districts with their level", () => {
    const named = (...names: string[]) => choiceKind(names.map((name) => ({ code: "", name, province: "" })));
    expect([named("Xã A", "Xã B"), named("Phường A", "Xã B")]).toEqual(["communes", "mixed"]);
    expect(wardInDistrict({ ...place, ward: "Phường Đa Kao", district: "Quận 1" })).toBe("Phường Đa Kao (Quận 1)");
    expect(wardInDistrict({ ...place, ward: "Huyện Lý Sơn", district: "Huyện Lý Sơn" })).toBe("Huyện Lý Sơn");
  });

  test("AD13: typed text is no choice; a suggestion is one before its names in the other scheme are known", () => {
    expect([isChosen(typedPlace("tan son")), addressChoiceOf(typedPlace("tan son").searched)]).toEqual([
      false,
      undefined,
    ]);
    expect(typedPlace("").searched).toBeUndefined();
    const label = "Phường Tân Sơn, TP. Hồ Chí Minh";
    const suggested = suggestedPlace({ scheme: "new2", code: "27007", label, also: "Phường 15, Quận Tân Bình" }, "tan");
    expect([isChosen(suggested), addressChoiceOf(suggested.searched)]).toEqual([true, { new: "27007", typed: "tan" }]);
  });

  test("AD01, AD22: a saved address in both schemes counts only while addresses are searched", () => {
    const ids = { city: "Thành phố Hồ Chí Minh", district: "Quận 1", ward: "Phường Bến Nghé" };
    const user = {
      ...{ ...ids, province_id: 202, district_id: 1442, ward_code: "20101" },
      saved_address: { ...split, new: tanSon, needs_check: true },
    };
    expect(storedPlace(user, true).searched).toMatchObject({ newCode: "27007", oldCode: "27007", needsCheck: true });
    expect(storedPlace(user, false)).toMatchObject({ districtId: 1442, wardCode: "20101" });
    expect(storedPlace(user, false).searched).toBeUndefined();
    expect(storedPlace({ ...user, saved_address: null }, true)).toMatchObject({ districtId: 1442 });
  });
});
