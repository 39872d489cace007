import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { CreateCustomer, CustomersQuery, UpdateCustomer, WooCustomer } from "../woo/customer.ts";
import { Single } from "../woo/query.ts";
import { wooWrites } from "../woo/resource.ts";

const path = "/wp-json/wc/v3/customers";
const tag = "Customers";

export const customerWrites = wooWrites({
  path,
  tag,
  name: "customer",
  permission: "customers.edit",
  removePermission: "customers.erase",
  create: CreateCustomer,
  update: UpdateCustomer,
  response: WooCustomer,
});
export const listCustomers = defineEndpoint({
  method: "GET",
  path,
  access: "merchant",
  permission: "customers.view",
  tag,
  summary: "List customers",
  query: CustomersQuery,
  response: z.array(WooCustomer),
});
export const readCustomer = defineEndpoint({
  method: "GET",
  path: `${path}/{id}`,
  access: "merchant",
  permission: "customers.view",
  tag,
  summary: "Get a customer",
  query: Single,
  response: WooCustomer,
});
