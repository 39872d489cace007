import { z } from "zod";
import { PackingBox, PackingBoxWrite } from "../../backoffice/packing-boxes.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const boxes = `${backOfficeApi}/packing-boxes` as const;
const tag = "Back office: packing";
const settings = { access: "staff", permission: "settings.shop", tag } as const;

/** The boxes in which parcels are packed: weight and dimensions of a parcel are proposed from the selected one. */
export const packingBoxEndpoints = {
  listPackingBoxes: defineEndpoint({
    ...{ access: "staff", permission: "pack", tag },
    method: "GET",
    path: boxes,
    summary: "List the shop's boxes, the smallest first",
    response: z.array(PackingBox),
  }),
  createPackingBox: defineEndpoint({
    ...settings,
    method: "POST",
    path: boxes,
    summary: "Add a box; 409 `lianne_too_many_boxes` if there are 20",
    body: PackingBoxWrite,
    response: PackingBox,
    status: 201,
  }),
  updatePackingBox: defineEndpoint({
    ...settings,
    method: "PUT",
    requiresVersion: true,
    path: `${boxes}/{id}`,
    summary: "Replace a box; what packers have entered of a parcel stays",
    body: PackingBoxWrite,
    response: PackingBox,
  }),
  deletePackingBox: defineEndpoint({
    ...settings,
    method: "DELETE",
    requiresVersion: true,
    path: `${boxes}/{id}`,
    summary: "Delete a box; what packers have entered of a parcel stays",
    response: PackingBox,
  }),
};
