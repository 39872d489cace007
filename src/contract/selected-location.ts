/** A place in Vietnam by the carrier's ids, with their names; a ward's id is its code, a string. */
export interface SelectedLocation {
  provinceId: number | null;
  province: string;
  districtId: number | null;
  district: string;
  wardCode: string;
  ward: string;
}
export const emptyLocation: SelectedLocation = {
  provinceId: null,
  province: "",
  districtId: null,
  district: "",
  wardCode: "",
  ward: "",
};
