import type { z } from "zod";
import { openOrdersPerPage } from "#contract/list-rules.ts";
import type { OpenOrder, OpenOrdersQuery } from "#contract/backoffice/order-list.ts";
import { isFinalStage, stages } from "#contract/stages.ts";
import { recipientDigits } from "#contract/person-validation.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { parcelsOfOrders } from "#shop/fulfilment/index.ts";
import { findOrders, staffOrderVersion, wooOrder } from "#shop/orders/index.ts";
import { readOrderWorkflows } from "./order-workflow.ts";
import { readPhoneRecords } from "./phone-record.ts";
import { readTimelines } from "./timeline.ts";

const stagesInProgress = stages.filter((stage) => !isFinalStage(stage));

interface OrderVersion {
  id: number;
  version: string;
}

const readVersions = (reader: Reader, page: number): Promise<OrderVersion[]> =>
  reader.all<OrderVersion>(sql`
    select o.id, ${staffOrderVersion} version
    from (select w.order_id from order_workflow w where w.stage = any(${stagesInProgress}::text[])
      order by w.order_id desc limit ${openOrdersPerPage} offset ${(page - 1) * openOrdersPerPage}) n
    join orders o on o.id = n.order_id order by o.id desc`);

/** A page of the orders in progress, the newest first, with everything that a device stores of an order. */
export async function readOpenOrders(
  shop: AppContext,
  { page }: z.output<typeof OpenOrdersQuery>,
  { lang, staff }: { lang: Language; staff: StaffSession },
): Promise<OpenOrder[]> {
  const { db, config, clock } = shop;
  const versions = await readVersions(db, page);
  if (versions.length === 0) return [];
  const ids = versions.map(({ id }) => id);
  const orders = await findOrders(db, ids);
  const digits = staff.permissions.includes("orders.confirm") ? orders.map(recipientDigits) : [];
  const [phones, workflows, timelines, parcels] = await Promise.all([
    readPhoneRecords(db, digits, lang),
    readOrderWorkflows(db, ids, { lang, now: clock.now() }),
    readTimelines(db, ids, { lang, staff }),
    parcelsOfOrders(shop, ids),
  ]);
  const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
  return orders.map((order) => ({
    order: { ...wooOrder(order, { lang, publicUrl: config.publicUrl }), lianne: workflows.get(order.id) },
    version: versionOf.get(order.id) ?? "",
    timeline: timelines.get(order.id) ?? [],
    parcels: parcels.get(order.id) ?? [],
    phone: phones.get(recipientDigits(order)) ?? null,
  }));
}
