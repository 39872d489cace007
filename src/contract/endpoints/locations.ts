import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { GhnDistrict, GhnProvince, GhnWard } from "../location.ts";

const tag = "Addresses";

const Id = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .pipe(z.int().positive());

/** The carrier's response envelope. */
const envelope = <Row extends z.ZodType>(row: Row) =>
  z.object({ code: z.int(), message: z.string(), data: z.array(row).nullable() });

/** GHN's master data under GHN's own paths, served from the shop's origin. */
export const locationEndpoints = {
  provinces: defineEndpoint({
    method: "GET",
    path: "/shiip/public-api/master-data/province",
    access: "anyone",
    tag,
    summary: "Provinces",
    response: envelope(GhnProvince),
  }),
  districts: defineEndpoint({
    method: "GET",
    path: "/shiip/public-api/master-data/district",
    access: "anyone",
    tag,
    summary: "Districts of one province",
    query: z.object({ province_id: Id }),
    response: envelope(GhnDistrict),
    limit: "carrierByAddress",
  }),
  wards: defineEndpoint({
    method: "GET",
    path: "/shiip/public-api/master-data/ward",
    access: "anyone",
    tag,
    summary: "Wards of one district",
    query: z.object({ district_id: Id }),
    response: envelope(GhnWard),
    limit: "carrierByAddress",
  }),
};
