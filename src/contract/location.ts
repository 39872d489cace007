import { z } from "zod";

/** GHN master data with GHN's field names, passed through on the shop's origin. */
export const GhnProvince = z.object({
  ProvinceID: z.int(),
  ProvinceName: z.string(),
  Code: z.string(),
  /** added by the shop: default postcode of the province, prefilled in the form */
  postcode: z.string().optional(),
});
export const GhnDistrict = z.object({ DistrictID: z.int(), ProvinceID: z.int(), DistrictName: z.string() });
/** WardCode is a string: it is alphanumeric, with leading zeros. */
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
