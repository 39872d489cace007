import type { FastifyPluginAsync } from "fastify";
import { customerWrites, listCustomers, readCustomer } from "#contract/endpoints/woo-customers.ts";
import type { CustomersQuery } from "#contract/woo/customer.ts";
import { join, type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sendPage } from "#shop/kernel/woo/woo-responses.ts";
import { registerWrites } from "#shop/kernel/woo/woo-writes.ts";
import { type CustomerRow, wooCustomerColumns, findWooCustomer, wooCustomer } from "./woo-customer.ts";
import { createCustomer, removeCustomer, unknownCustomer, updateCustomer } from "./write-customer.ts";

const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const searchFor = (words: string): Sql => {
  const part = likePart(words);
  return sql`(c.username ilike ${part} or c.email ilike ${part} or c.first_name || ' ' || c.last_name ilike ${part})`;
};

function orderOf({ orderby, order, include }: CustomersQuery): Sql {
  const direction = raw(order);
  switch (orderby) {
    case "id":
      return sql`c.id ${direction}`;
    case "registered_date":
      return sql`c.created_at ${direction}, c.id ${direction}`;
    case "include":
      if (include) return sql`array_position(${include}::integer[], c.id)`;
      return sql`c.id ${direction}`;
    default:
      return sql`lower(c.username) ${direction}, c.id ${direction}`;
  }
}

async function findPage(reader: Reader, query: CustomersQuery): Promise<{ rows: CustomerRow[]; total: number }> {
  const where = join(
    [
      query.role === "all" || query.role === "customer" ? sql`true` : sql`false`,
      ...(query.email ? [sql`lower(c.email) = lower(${query.email})`] : []),
      ...(query.search ? [searchFor(query.search)] : []),
      ...(query.include ? [sql`c.id = any(${query.include}::integer[])`] : []),
      ...(query.exclude ? [sql`c.id <> all(${query.exclude}::integer[])`] : []),
    ],
    " and ",
  );
  const rows = await reader.all<CustomerRow>(sql`
    select ${wooCustomerColumns} from customer c where ${where} order by ${orderOf(query)}
    limit ${query.per_page} offset ${query.offset ?? (query.page - 1) * query.per_page}`);
  const counted = await reader.one<{ total: number }>(
    sql`select count(*)::integer total from customer c where ${where}`,
  );
  return { rows, total: counted?.total ?? 0 };
}

/** `wc/v3/customers`, for merchants' API keys only. */
export const wooCustomerRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const origin = shop.config.publicUrl;
    const written = async (row: Promise<CustomerRow>) => wooCustomer(await row, origin);
    registerWrites(app, shop, customerWrites, {
      create: (body) => written(createCustomer(shop, body)),
      update: (id, body) => written(updateCustomer(shop, id, body)),
      remove: (id, force) => written(removeCustomer(shop, id, force)),
    });
    registerEndpoint(app, shop, listCustomers, async ({ query, request, reply }) => {
      const { rows, total } = await findPage(shop.db, query);
      const items = rows.map((row) => wooCustomer(row, origin));
      const page = { items, total, page: query.page, perPage: query.per_page };
      return sendPage(request, reply, { origin, query, page });
    });
    registerEndpoint(app, shop, readCustomer, async ({ path }) => {
      const row = await findWooCustomer(shop.db, path.id);
      if (!row) throw unknownCustomer(404);
      return wooCustomer(row, origin) as never;
    });
  };
