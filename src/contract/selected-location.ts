/** A new ward that a split old ward became a part of. */
export interface SplitChoice {
  code: string;
  name: string;
  province: string;
}

/** What the field of the setting `address_form` = `search` adds to a place: wards by their codes at the statistics office. */
export interface SearchedWards {
  /** content of the field: as it is typed, or the names of the chosen ward */
  text: string;
  /** what was typed before the choice */
  typed: string;
  /** the old ward, "" if it is not known */
  oldCode: string;
  /** the new ward, "" if it is not known */
  newCode: string;
  /** the ward's names in the other scheme, "" without any */
  also: string;
  /** the new wards that a split old ward became, while the question which one it is has no response */
  choices: readonly SplitChoice[];
  /** an update of the units has changed the ward of this saved address */
  needsCheck?: true;
}

/** A place in Vietnam by the carrier's ids, with their names; a ward's id is its code, a string. */
export interface SelectedLocation {
  provinceId: number | null;
  province: string;
  districtId: number | null;
  district: string;
  wardCode: string;
  ward: string;
  /** absent for a place of the three selects; with a ward the ids are not used */
  searched?: SearchedWards | undefined;
}
export const emptyLocation: SelectedLocation = {
  provinceId: null,
  province: "",
  districtId: null,
  district: "",
  wardCode: "",
  ward: "",
};

/** Whether a ward is chosen, in the field or in the three selects. */
export const isChosen = ({ provinceId, districtId, wardCode, searched }: SelectedLocation): boolean =>
  hasSearchedWard(searched) || (provinceId !== null && districtId !== null && wardCode !== "");

/** Whether a ward was chosen in the field: it is requested by its code in one of the schemes. */
export const hasSearchedWard = (searched: SearchedWards | null | undefined): searched is SearchedWards =>
  searched != null && (searched.oldCode !== "" || searched.newCode !== "");
