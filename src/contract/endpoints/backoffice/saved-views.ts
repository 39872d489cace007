import { z } from "zod";
import { NewView, SavedView, ViewUpdate } from "../../backoffice/saved-views.ts";
import { Ok } from "../../backoffice/staff.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const path = `${backOfficeApi}/views` as const;
const tag = "Back office: orders";

/** Saved views of the order list. */
export const savedViewEndpoints = {
  listViews: defineEndpoint({
    method: "GET",
    path,
    access: "staff",
    permission: "orders.view",
    tag,
    summary: "List the own views in their order, then those that owners share",
    query: z.object({ of: z.literal("orders").default("orders") }),
    response: z.array(SavedView),
  }),
  createView: defineEndpoint({
    method: "POST",
    path,
    access: "staff",
    permission: "orders.view",
    tag,
    summary: "Save filters, order and columns under a name; only owners share a view with all staff members",
    body: NewView,
    response: SavedView,
    status: 201,
  }),
  updateView: defineEndpoint({
    method: "PUT",
    path: `${path}/{id}`,
    access: "staff",
    permission: "orders.view",
    tag,
    summary: "Change an own view, its place among them, or make it the one that opens with the list",
    body: ViewUpdate,
    response: SavedView,
  }),
  deleteView: defineEndpoint({
    method: "DELETE",
    path: `${path}/{id}`,
    access: "staff",
    permission: "orders.view",
    tag,
    summary: "Delete an own view",
    response: Ok,
  }),
};
