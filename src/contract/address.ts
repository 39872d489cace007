import { z } from "zod";
import { SingleLine } from "./field-schemas.ts";
import { maxAddressLength } from "./person-validation.ts";

/** Levels before July 2025 (province, district, ward) and since then (province, ward). */
export const AddressScheme = z.enum(["old3", "new2"]);
export type AddressScheme = z.infer<typeof AddressScheme>;
const UnitLevel = z.enum(["province", "district", "ward"]);
export type UnitLevel = z.infer<typeof UnitLevel>;

/** A unit's code at the statistics office, text with leading zeros; "H536" is an old district without wards. */
const UnitCode = z.string().regex(/^(\d{2}|\d{3}|\d{5}|H\d{3})$/);

export const AddressSearchQuery = z.object({
  q: z.string().trim().min(1).max(200),
  limit: z.coerce.number().int().min(1).max(8).default(8),
  scheme: z.enum(["both", "old3", "new2"]).default("both"),
});

/** A unit that the typed text may name. */
export const AddressSuggestion = z.object({
  scheme: AddressScheme,
  level: UnitLevel,
  code: z.string(),
  /** "Phường Tân Sơn, TP. Hồ Chí Minh" */
  label: z.string(),
  /** of a new ward the old ones, of an old ward the new ones; "" if there are none to show */
  also: z.string(),
  /** codes of the new wards that an old ward became */
  moves: z.array(z.string()),
  /** the old ward was split: the new ward must be chosen */
  needs_choice: z.boolean(),
  /** the text names this unit alone, with all diacritics */
  exact: z.boolean(),
  /** what the text has besides units: number and street */
  line: z.string(),
});
export type AddressSuggestion = z.infer<typeof AddressSuggestion>;

export const AddressUnitsQuery = z.object({ scheme: AddressScheme, parent: UnitCode.optional() });
/** A unit of a list, sorted by name. */
export const AddressUnit = z.object({ code: z.string(), name: z.string() });
export type AddressUnit = z.infer<typeof AddressUnit>;

/** What was chosen or typed: an old ward, a new one, both after the question about a split ward, or text alone. */
export const AddressBridgeRequest = z
  .object({
    old: UnitCode.optional(),
    new: UnitCode.optional(),
    text: z.string().trim().max(300).default(""),
    line: SingleLine(maxAddressLength).default(""),
  })
  .refine((body) => body.old !== undefined || body.new !== undefined || body.text !== "", { path: ["old"] });

const NewAddressUnit = z.object({
  ward_code: z.string(),
  ward_name: z.string(),
  province_code: z.string(),
  province_name: z.string(),
});
const OldAddressUnit = NewAddressUnit.extend({ district_code: z.string(), district_name: z.string() });
export type NewAddressUnit = z.infer<typeof NewAddressUnit>;
export type OldAddressUnit = z.infer<typeof OldAddressUnit>;

/** An address in both schemes, as far as they are known. */
export const BridgedAddress = z.object({
  line: z.string(),
  new: NewAddressUnit.nullable(),
  old: OldAddressUnit.nullable(),
  typed: z.string(),
  bridge: z.enum(["chosen_new", "chosen_old", "mapped", "mapped_after_question", "typed_only"]),
  data_version: z.string(),
  /** new wards of a split old ward, if none was chosen */
  choices: z.array(NewAddressUnit),
  needs_choice: z.boolean(),
  /** the old district, or that of the new ward if all its area belonged to one; "" if there is none */
  district_name: z.string(),
  /** of the old province, or of the first old province of the new one; "" if it is unknown */
  postcode: z.string(),
  /** "12 Ngõ 5 Đội Cấn, Phường Ngọc Hà, Hà Nội (cũ: P. Đội Cấn, Q. Ba Đình)" in the language of the request */
  label: z.string(),
});
export type BridgedAddress = z.infer<typeof BridgedAddress>;

/**
 * A ward as it was chosen by the search of addresses, in requests of checkout and profile: an old ward, a new one, or the old
 * one with the new one that was chosen for it. The street and the postcode are in the fields of the request.
 */
export const AddressChoice = z
  .object({
    old: UnitCode.nullish(),
    new: UnitCode.nullish(),
    /** what was typed into the search */
    typed: SingleLine(300).default(""),
  })
  .refine((choice) => Boolean(choice.old || choice.new), { path: ["new"] });
export type AddressChoice = z.input<typeof AddressChoice>;

/** Refines a request with `address_choice`: without a choice, the other fields of its place are required. */
export const requirePlace =
  (fields: readonly string[]) =>
  (body: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    for (const field of body.address_choice === undefined ? fields : [])
      if (body[field] === undefined || body[field] === null)
        context.addIssue({ code: "custom", path: [field], message: "required" });
  };

/** An address as it is stored with an order. */
const StoredAddress = BridgedAddress.pick({
  ...{ line: true, new: true, old: true, typed: true, bridge: true, data_version: true },
});
export type StoredAddress = z.infer<typeof StoredAddress>;

/** The address of a profile. */
export const SavedAddress = StoredAddress.extend({
  /** an update of the units has changed its ward: to be checked at the next use, until it is saved again */
  needs_check: z.boolean(),
});
export type SavedAddress = z.infer<typeof SavedAddress>;

/** A recipient and an address of the three selects, with the carrier's ids. */
export const recipientFields = {
  firstName: z.string(),
  lastName: z.string(),
  /** `+84…` */
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  district: z.string(),
  ward: z.string(),
  province_id: z.int().nullable(),
  district_id: z.int().nullable(),
  ward_code: z.string().nullable(),
  postcode: z.string(),
  /** in both schemes, if it was saved while the setting `address_form` is `search` */
  saved_address: SavedAddress.nullable(),
};
