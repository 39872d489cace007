import { type Dong, dong } from "#contract/money.ts";
import type { UpdateOrder, WriteFee, WriteShipping } from "#contract/woo/order-write.ts";
import type { WriteMeta } from "#contract/woo/write.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import type { OrderCharge } from "../order.ts";
import { orderErrors } from "./order-errors.ts";

/** A shipping line or a fee after a write; `id` is null if it is new. */
export type UpdatedCharge = Omit<OrderCharge, "id"> & { id: number | null };

interface ChargeInput {
  id?: number | undefined;
  /** undefined: unchanged */
  methodId?: string | undefined;
  title?: string | undefined;
  instanceId?: string | undefined;
  total?: Dong | null | undefined;
  meta_data?: WriteMeta | undefined;
  /** the request has null in place of the name or method */
  isRemoved: boolean;
}

const readShipping = ({ method_id, method_title, instance_id, ...line }: WriteShipping): ChargeInput => ({
  ...line,
  methodId: method_id ?? undefined,
  title: method_title ?? undefined,
  instanceId: instance_id ?? undefined,
  isRemoved: method_id === null || method_title === null,
});

const readFee = ({ name, ...line }: WriteFee): ChargeInput => ({
  ...line,
  title: name ?? undefined,
  isRemoved: name === null,
});

function newCharge(kind: OrderCharge["kind"], { methodId, title }: ChargeInput): UpdatedCharge {
  if (kind === "shipping" && !methodId) throw orderErrors.shipping();
  if (kind === "fee" && !title) throw orderErrors.fee();
  return { id: null, kind, methodId: "", title: "", instanceId: "0", total: dong(0), metaData: [] };
}

function applyInput(charge: UpdatedCharge, written: ChargeInput): UpdatedCharge {
  return {
    ...charge,
    methodId: written.methodId || charge.methodId,
    title: written.title ?? charge.title,
    instanceId: written.instanceId || charge.instanceId,
    total: written.total ?? charge.total,
    metaData: mergeMeta(charge.metaData, written.meta_data ?? []),
  };
}

function applyInputs(
  kind: OrderCharge["kind"],
  before: readonly OrderCharge[],
  written: readonly ChargeInput[],
): UpdatedCharge[] {
  let charges: UpdatedCharge[] = [...before];
  for (const input of written) {
    const existing = input.id ? charges.find(({ id }) => id === input.id) : undefined;
    if (input.id && !existing) throw orderErrors.item();
    if (existing && input.isRemoved) charges = charges.filter((charge) => charge !== existing);
    else if (existing) charges = charges.map((charge) => (charge === existing ? applyInput(existing, input) : charge));
    else charges.push(applyInput(newCharge(kind, input), input));
  }
  return charges;
}

/**
 * Applies a write to an order's shipping lines and fees: those with an id are changed or removed, the rest added.
 * @throws HttpError 400 for an id that is not the order's, or a new item without its method or name
 */
export function applyChargeChanges(
  before: readonly OrderCharge[],
  { shipping_lines = [], fee_lines = [] }: Pick<UpdateOrder, "shipping_lines" | "fee_lines">,
): UpdatedCharge[] {
  const of = (kind: OrderCharge["kind"]) => before.filter((charge) => charge.kind === kind);
  return [
    ...applyInputs("shipping", of("shipping"), shipping_lines.map(readShipping)),
    ...applyInputs("fee", of("fee"), fee_lines.map(readFee)),
  ];
}
