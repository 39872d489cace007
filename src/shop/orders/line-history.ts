import type { Language } from "#contract/language.ts";
import { formatDong } from "#contract/money.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { NewLineItem } from "./line-items.ts";
import { lineName, type OrderLine, optionText } from "./order.ts";
import type { OrderActor } from "./order-status.ts";

/** What an edit can change of a line. */
type LineFacts = Pick<
  OrderLine,
  "productId" | "variationId" | "name" | "ownName" | "options" | "quantity" | "unitPrice"
>;

/** A line that an edit has changed: null before if it was added, null after if it was removed. */
export interface LineChange {
  before: LineFacts | null;
  after: LineFacts | null;
}

const toLineFacts = (line: LineFacts): LineFacts => {
  const { productId, variationId, name, ownName, options, quantity, unitPrice } = line;
  return { productId, variationId, name, ownName, options, quantity, unitPrice };
};

const isSame = (one: LineFacts, other: LineFacts): boolean =>
  (["productId", "variationId", "ownName", "quantity", "unitPrice"] as const).every((key) => one[key] === other[key]);

/** The lines that differ, by their ids. */
function lineChanges(before: readonly OrderLine[], after: readonly (NewLineItem & { id: number | null })[]) {
  const changes: LineChange[] = before.flatMap((line) => {
    const now = after.find(({ id }) => id === line.id);
    if (now && isSame(line, now)) return [];
    return [{ before: toLineFacts(line), after: now ? toLineFacts(now) : null }];
  });
  const added = after.filter(({ id }) => id === null).map((line) => ({ before: null, after: toLineFacts(line) }));
  return [...changes, ...added];
}

/** Stores what an edit changes in the lines of an order. */
export async function recordLineChanges(
  tx: Tx,
  orderId: number,
  {
    before,
    after,
    actor,
  }: { before: readonly OrderLine[]; after: Parameters<typeof lineChanges>[1]; actor: OrderActor },
): Promise<void> {
  const changes = lineChanges(before, after);
  if (changes.length === 0) return;
  await tx.run(sql`
    insert into order_line_change (order_id, actor, lines) values (${orderId}, ${actor}, ${json(changes)}::jsonb)
    on conflict (order_id, at) do update set lines = order_line_change.lines || excluded.lines`);
}

/** A changed line in words: "Nhẫn bạc - 50 mm: số lượng 1 → 2". */
export function describeLineChange(lang: Language, { before, after }: LineChange): string {
  if (!before || !after) {
    const line = before ?? after;
    if (!line) return "";
    const values = { name: lineName(line, lang), quantity: line.quantity };
    return t(lang, before ? "timeline.line_removed" : "timeline.line_added", values);
  }
  const isSameProduct = before.productId === after.productId && before.ownName === after.ownName;
  const options = { before: optionText(before, lang) || "–", after: optionText(after, lang) || "–" };
  const parts = [
    isSameProduct && before.variationId !== after.variationId && t(lang, "timeline.line_option", options),
    before.quantity !== after.quantity &&
      t(lang, "timeline.line_quantity", { before: before.quantity, after: after.quantity }),
    before.unitPrice !== after.unitPrice &&
      t(lang, "timeline.line_price", { before: formatDong(before.unitPrice), after: formatDong(after.unitPrice) }),
  ].filter(Boolean);
  const name = isSameProduct
    ? (after.ownName ?? (before.variationId === after.variationId ? lineName(after, lang) : after.name[lang]))
    : `${lineName(before, lang)} → ${lineName(after, lang)}`;
  return parts.length > 0 ? `${name}: ${parts.join(", ")}` : name;
}
