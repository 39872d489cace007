import type { z } from "zod";
import type { AddressBridgeRequest, BridgedAddress } from "#contract/address.ts";
import { addressLabel } from "#contract/address-label.ts";
import type { Language } from "#contract/language.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { postcodeOf } from "#shop/locations/index.ts";
import type { AddressBook } from "./address-book.ts";
import { type AddressAtlas, type AdminUnit, provinceOf } from "./atlas.ts";
import { newUnit, oldUnit } from "./describe-unit.ts";

/** The wards of an address, and how the new one is known. */
export interface Bridge {
  current: AdminUnit | null;
  old: AdminUnit | null;
  how: BridgedAddress["bridge"];
}

export function bridgeOf(atlas: AddressAtlas, chosen: { old: AdminUnit | null; current: AdminUnit | null }): Bridge {
  const { old, current } = chosen;
  if (!old) return { current, old, how: current ? "chosen_new" : "typed_only" };
  if (current) return { current, old, how: atlas.targetsOf(old).length > 1 ? "mapped_after_question" : "mapped" };
  const [target, ...others] = atlas.targetsOf(old);
  return target && others.length === 0
    ? { current: target, old, how: "mapped" }
    : { current: null, old, how: "chosen_old" };
}

/** The default postcode: of the old province, else of the first one that the new province was made of. */
function postcodeFor({ current, old }: Bridge, atlas: AddressAtlas): string {
  const province = old ?? current;
  if (!province) return "";
  const own = provinceOf(province);
  const names = old ? [own.name] : [own, ...atlas.counterpartsOf(own)].map(({ name }) => name);
  return names.map((name) => postcodeOf(name)).find((postcode) => postcode !== undefined) ?? "";
}

/**
 * The address in both schemes. An old ward with one successor has its new ward without a question, a split one has none
 * until it is chosen; nothing is guessed.
 * @throws HttpError 400 for a code that is no ward, and for a new ward that is no part of the old one
 */
export function bridgeAddress(
  { atlas, find }: AddressBook,
  { old: oldCode, new: newCode, text, line }: z.output<typeof AddressBridgeRequest>,
  lang: Language,
): BridgedAddress {
  const unknown = (field: string) => invalidParam(field, t(lang, "address.unknown_ward"));
  const old = oldCode === undefined ? null : atlas.oldWard(oldCode);
  if (old === undefined) throw unknown("old");
  const current = newCode === undefined ? null : atlas.units.new2.get(newCode);
  if (current === undefined || (current && current.level !== "ward")) throw unknown("new");
  if (old && current && !atlas.targetsOf(old).includes(current)) throw unknown("new");
  const [named] = old || current ? [] : find(text, { limit: 1, scheme: "both" }).filter(({ isExact }) => isExact);
  const chosen = named
    ? {
        old: named.unit.scheme === "old3" ? named.unit : null,
        current: named.unit.scheme === "new2" ? named.unit : null,
      }
    : { old, current };
  const bridge = bridgeOf(atlas, chosen);
  const street = line || (named?.line ?? "");
  const choices = bridge.old && !bridge.current ? atlas.targetsOf(bridge.old) : [];
  const districts = bridge.current ? atlas.districtsOf(bridge.current) : [];
  const district = bridge.old ? bridge.old.parent : districts.length === 1 ? districts[0] : null;
  const address = {
    line: street,
    new: bridge.current && newUnit(bridge.current),
    old: bridge.old && oldUnit(bridge.old),
  };
  return {
    ...address,
    typed: text,
    bridge: bridge.how,
    data_version: atlas.version,
    choices: choices.map(newUnit),
    needs_choice: choices.length > 0,
    district_name: district?.name ?? "",
    postcode: postcodeFor(bridge, atlas),
    label: addressLabel(address, (names) => t(lang, "address.formerly", { names })) || text,
  };
}
