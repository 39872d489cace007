import type { PackOrder, PackScanResult } from "#contract/backoffice/packing.ts";
import { call } from "#backoffice/api/call.ts";
import { CallError } from "#backoffice/api/call-error.ts";

type LineOfScan = PackOrder["lines"][number];

/** What a scan means for the order that is packed. */
export type ScanMeaning =
  | { kind: "tick"; line: LineOfScan }
  /** a further unit of the same item, which requires a confirmation */
  | { kind: "one_more"; line: LineOfScan }
  | { kind: "enough"; line: LineOfScan }
  /** the slip or label of this order */
  | { kind: "own" }
  | { kind: "other_order"; id: number }
  | { kind: "warranty"; code: string }
  | { kind: "wrong"; code: string; item: PackScanResult | null };

const same = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

function ofLine(line: LineOfScan): ScanMeaning {
  if (line.ticked >= line.quantity) return { kind: "enough", line };
  return { kind: line.ticked > 0 ? "one_more" : "tick", line };
}

/** By the codes on this device: works offline. If two lines have the same code, the one that still needs a unit. */
export function readOwnCode(order: PackOrder, code: string): ScanMeaning | null {
  const lines = order.lines.filter(({ codes }) => codes.some((one) => same(one, code)));
  const line = lines.find(({ ticked, quantity }) => ticked < quantity) ?? lines[0];
  if (line) return ofLine(line);
  const isOwn =
    same(code, order.number) || same(code, `#${order.number}`) || code.endsWith(`/admin/pack/${order.number}`);
  return isOwn || (order.parcel.code !== null && same(code, order.parcel.code)) ? { kind: "own" } : null;
}

/** Any other code, resolved by the server. Without a connection it is only known that it does not belong to the order. */
export async function readForeignCode(order: PackOrder, code: string): Promise<ScanMeaning> {
  try {
    const { data } = await call("POST bo/pack/scans", { body: { code, order_id: order.id }, once: true });
    const line = order.lines.find(({ id }) => id === data.line_id);
    if (line) return ofLine(line);
    if (data.kind === "warranty" && data.warranty) return { kind: "warranty", code: data.warranty };
    if (data.kind === "item") return { kind: "wrong", code, item: data };
    return data.id === order.id ? { kind: "own" } : { kind: "other_order", id: data.id };
  } catch (error) {
    if (error instanceof CallError) return { kind: "wrong", code, item: null };
    throw error;
  }
}
