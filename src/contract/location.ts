import { z } from "zod";

/** The carrier's field names (GHN master data), passed through on our own origin. */
export const GhnProvince = z.object({
  ProvinceID: z.int(),
  ProvinceName: z.string(),
  Code: z.string(),
  /** added by the shop: the code that the zip field is prefilled with */
  postcode: z.string().optional(),
});
export const GhnDistrict = z.object({ DistrictID: z.int(), ProvinceID: z.int(), DistrictName: z.string() });
/** WardCode is text: letters and leading zeros are part of it. */
export const GhnWard = z.object({ WardCode: z.string(), DistrictID: z.int(), WardName: z.string() });
export type GhnProvince = z.infer<typeof GhnProvince>;
export type GhnDistrict = z.infer<typeof GhnDistrict>;
export type GhnWard = z.infer<typeof GhnWard>;

export const Province = z.object({ id: z.int(), name: z.string(), code: z.string() });
export const District = z.object({ id: z.int(), name: z.string(), provinceId: z.int() });
export const Ward = z.object({ id: z.string(), name: z.string(), districtId: z.int() });
export type Province = z.infer<typeof Province>;
export type District = z.infer<typeof District>;
export type Ward = z.infer<typeof Ward>;
