/** Levels before July 2025 (province, district, ward) and since then (province, ward). */
export type AddressScheme = "old3" | "new2";
export type UnitLevel = "province" | "district" | "ward";
