import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { findWooCustomer, wooCustomer } from "./woo-customer.ts";

/** An account as a merchant reads it, or null if there is none. */
export async function readWooCustomer({ db, config }: AppContext, id: number): Promise<object | null> {
  const row = await findWooCustomer(db, id);
  return row ? wooCustomer(row, config.publicUrl) : null;
}
