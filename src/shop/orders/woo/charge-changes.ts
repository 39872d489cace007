import type { UpdateOrder, WriteFee, WriteShipping } from "#contract/woo/order-write.ts";
import type { WriteMeta } from "#contract/woo/write.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import type { OrderCharge } from "../order.ts";
import { orderErrors } from "./order-errors.ts";

/** A shipping line or a fee as a write leaves it; `id` is null where it is new. */
export type UpdatedCharge = Omit<OrderCharge, "id"> & { id: number | null };

interface Written {
  id?: number | undefined;
  /** undefined: as it was */
  methodId?: string | undefined;
  title?: string | undefined;
  instanceId?: string | undefined;
  total?: number | null | undefined;
  meta_data?: WriteMeta | undefined;
  /** null stands where it would have a name or a method */
  takenAway: boolean;
}

const readShipping = ({ method_id, method_title, instance_id, ...line }: WriteShipping): Written => ({
  ...line,
  methodId: method_id ?? undefined,
  title: method_title ?? undefined,
  instanceId: instance_id ?? undefined,
  takenAway: method_id === null || method_title === null,
});

const readFee = ({ name, ...line }: WriteFee): Written => ({
  ...line,
  title: name ?? undefined,
  takenAway: name === null,
});

function blank(kind: OrderCharge["kind"], { methodId, title }: Written): UpdatedCharge {
  if (kind === "shipping" && !methodId) throw orderErrors.shipping();
  if (kind === "fee" && !title) throw orderErrors.fee();
  return { id: null, kind, methodId: "", title: "", instanceId: "0", total: 0, metaData: [] };
}

function after(charge: UpdatedCharge, written: Written): UpdatedCharge {
  return {
    ...charge,
    methodId: written.methodId || charge.methodId,
    title: written.title ?? charge.title,
    instanceId: written.instanceId || charge.instanceId,
    total: written.total ?? charge.total,
    metaData: mergeMeta(charge.metaData, written.meta_data ?? []),
  };
}

function changed(
  kind: OrderCharge["kind"],
  before: readonly OrderCharge[],
  written: readonly Written[],
): UpdatedCharge[] {
  let charges: UpdatedCharge[] = [...before];
  for (const one of written) {
    const there = one.id ? charges.find(({ id }) => id === one.id) : undefined;
    if (one.id && !there) throw orderErrors.item();
    if (there && one.takenAway) charges = charges.filter((charge) => charge !== there);
    else if (there) charges = charges.map((charge) => (charge === there ? after(there, one) : charge));
    else charges.push(after(blank(kind, one), one));
  }
  return charges;
}

/**
 * Shipping and fees of an order as a write leaves them: those with an id changed or taken away, the rest added.
 * @throws Refusal 400 for a line that is not the order's, or a new one without its method or name
 */
export function changedCharges(
  before: readonly OrderCharge[],
  { shipping_lines = [], fee_lines = [] }: Pick<UpdateOrder, "shipping_lines" | "fee_lines">,
): UpdatedCharge[] {
  const of = (kind: OrderCharge["kind"]) => before.filter((charge) => charge.kind === kind);
  return [
    ...changed("shipping", of("shipping"), shipping_lines.map(readShipping)),
    ...changed("fee", of("fee"), fee_lines.map(readFee)),
  ];
}
