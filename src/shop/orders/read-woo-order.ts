import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { findOrder } from "./find-order.ts";
import { wooOrder } from "./woo-order.ts";

/** An order as merchants read it, or null if there is none. */
export async function readWooOrder({ db, config }: AppContext, id: number): Promise<object | null> {
  const order = await findOrder(db, id);
  return order ? wooOrder(order, { lang: "vi", publicUrl: config.publicUrl }) : null;
}
