import { z } from "zod";
import { call } from "../endpoint.ts";
import { CreateCustomer, CustomersQuery, UpdateCustomer, WooCustomer } from "../woo/customer.ts";
import { Single } from "../woo/query.ts";
import { wooWrites } from "../woo/resource.ts";

const path = "/wp-json/wc/v3/customers";
const tag = "Customers";

export const customerWrites = wooWrites({
  path,
  tag,
  name: "customer",
  create: CreateCustomer,
  update: UpdateCustomer,
  response: WooCustomer,
});
export const listCustomers = call({
  method: "GET",
  path,
  access: "merchant",
  tag,
  summary: "List the customers",
  query: CustomersQuery,
  response: z.array(WooCustomer),
});
export const readCustomer = call({
  method: "GET",
  path: `${path}/{id}`,
  access: "merchant",
  tag,
  summary: "Read one customer",
  query: Single,
  response: WooCustomer,
});
