import { printSizeName } from "#contract/backoffice/order-rules.ts";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import { formatWeekday } from "#contract/calendar-days.ts";
import { formatDate } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { dong, formatDong } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { named, t } from "#shop/kernel/request/messages.ts";
import { describeLineChange, type LineChange } from "#shop/orders/index.ts";
import { declineMessageKey } from "#shop/payments/index.ts";
import { stepOf } from "#shop/shipping/index.ts";
import { refundReason, transitionReason } from "./timeline-reasons.ts";
import { readTimelineRows, type TimelineRow } from "./timeline-rows.ts";

type Detail = TimelineRow["detail"];
const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const amountOf = (value: unknown): string => formatDong(dong(Number(value)));

const methodName = (lang: Language, method: unknown): string => named(lang, "payment_method", text(method));

const statusText = (lang: Language, status: unknown): string => named(lang, "order_status", text(status));

function describeStatus(lang: Language, { from, to, reason, createdVia, language }: Detail): string {
  if (from === null) {
    const via = named(lang, "created_via", text(createdVia));
    return text(language) ? `${via}, ${t(lang, `timeline.in_${text(language)}`)}` : via;
  }
  const values = { from: statusText(lang, from), to: statusText(lang, to) };
  const why = transitionReason(lang, text(reason));
  return `${t(lang, "timeline.status", values)}${why ? ` · ${why}` : ""}`;
}

function describeCall(lang: Language, { outcome, callbackAt, note }: Detail): string {
  const again = callbackAt ? t(lang, "timeline.call_again", { time: formatDate(new Date(text(callbackAt))) }) : "";
  return [t(lang, `call_outcomes.${text(outcome)}`), again, text(note)].filter(Boolean).join(" · ");
}

const amountFields = new Set(["total", "shipping_total", "fee_total", "discount_total"]);

/** The parts of a name and an address in the order in which they are read. */
const contactFields = "last_name first_name company address_1 address_2 city state postcode country phone email".split(
  " ",
);

/** The values of a name and address that an edit has replaced, and the new ones: `{"phone": ["0901", "0902"]}`. */
function replacedContact(change: object): [before: string, after: string] {
  const pairs = new Map<string, unknown>(Object.entries(change).filter(([, pair]) => !isUnchanged(pair)));
  const valuesOf = (index: 0 | 1): string =>
    contactFields
      .map((field) => pairs.get(field))
      .map((pair) => (Array.isArray(pair) ? text(pair[index]) : ""))
      .filter(Boolean)
      .join(", ");
  return [valuesOf(0), valuesOf(1)];
}

/** Whether a second edit in the same transaction has undone the first one. */
const isUnchanged = (values: unknown): boolean => Array.isArray(values) && values[0] === values[1];

/** Nothing if its changes have undone each other. */
function describeEdit(lang: Language, { lines = [], ...change }: Detail): string {
  const items = (lines as LineChange[]).map((line) => describeLineChange(lang, line));
  const fields = Object.entries(change).flatMap(([field, stored]) => {
    const name = t(lang, `order_fields.${field}`);
    const values: unknown =
      typeof stored === "object" && stored && !Array.isArray(stored) ? replacedContact(stored) : stored;
    if (isUnchanged(values)) return [];
    if (!Array.isArray(values)) return name;
    const shown = (value: unknown): string => {
      if (amountFields.has(field)) return amountOf(value ?? 0);
      return field === "payment_method" ? methodName(lang, value) : text(value) || "–";
    };
    return `${name}: ${shown(values[0])} → ${shown(values[1])}`;
  });
  const changes = [...items, ...fields].join("; ");
  return changes && t(lang, "timeline.edited", { changes });
}

/** The gateway's outcome in words, without what the shop has made of it: `paid, settled`. */
const outcomeText = (lang: Language, outcome: string): string =>
  named(lang, "gateway_outcomes", outcome.split(", ")[0] ?? "");

function describePayment(lang: Language, { step, method, amount, code, channel, outcome }: Detail): string {
  const values = { method: methodName(lang, method), amount: amountOf(amount ?? 0) };
  if (step === "response") {
    const how = t(lang, `gateway_channels.${text(channel)}`);
    return t(lang, "timeline.payment_response", { ...values, how, outcome: outcomeText(lang, text(outcome)) });
  }
  if (step === "succeeded" && method === codMethodId) return t(lang, "timeline.cash_collected", values);
  const message = t(lang, `timeline.payment_${text(step)}`, values);
  return step === "failed" && code ? `${message} · ${t(lang, declineMessageKey(text(code)))}` : message;
}

/** The staff member, or the order's customer; the account of the former may be deleted. */
const requesterOf = (lang: Language, requester: unknown): string =>
  requester === "customer"
    ? t(lang, "timeline_actors.customer")
    : text(requester) || t(lang, "timeline_actors.former_staff");

const describeRefund = (lang: Language, { step, amount, reason, requester }: Detail): string => {
  const values = { amount: amountOf(amount), requester: requesterOf(lang, requester) };
  return [t(lang, `timeline.refund_${text(step)}`, values), refundReason(lang, text(reason))]
    .filter(Boolean)
    .join(" · ");
};

function describeParcel(lang: Language, { step, status, code, failure }: Detail): string {
  const parcel = { code: text(code) };
  if (step === "created") return [t(lang, "timeline.parcel", parcel), text(failure)].filter(Boolean).join(" · ");
  return `${parcel.code} · ${t(lang, `parcel_steps.${stepOf(text(status))}`)}`;
}

function describeEmail(lang: Language, { template, to, state, error }: Detail): string {
  const name = named(lang, "email_names", text(template));
  const recipient = to === null ? t(lang, "timeline.to_shop") : text(to);
  return [t(lang, `timeline.email_${text(state)}`, { name, to: recipient }), state === "failed" ? text(error) : ""]
    .filter(Boolean)
    .join(" · ");
}

function describePromise(lang: Language, { before, after, reason }: Detail): string {
  const days = { before: formatWeekday(lang, text(before)), after: formatWeekday(lang, text(after)) };
  return [t(lang, "timeline.promise", days), text(reason)].filter(Boolean).join(" · ");
}

const describe: Readonly<Record<TimelineRow["kind"], (lang: Language, detail: Detail) => string>> = {
  status: describeStatus,
  call: describeCall,
  edit: describeEdit,
  payment: describePayment,
  refund: describeRefund,
  parcel: describeParcel,
  handover: (lang, { code }) => t(lang, "timeline.handover", { code: text(code) }),
  email: describeEmail,
  print: (lang, { document, size }) =>
    t(lang, "timeline.print", { document: t(lang, `print_kinds.${text(document)}`), size: printSizeName(text(size)) }),
  pack: (lang, { state }) => t(lang, `timeline.pack_${text(state)}`),
  promise: describePromise,
  note: (_lang, { note }) => text(note),
};

function actorOf({ actor, actorName, kind, detail }: TimelineRow, lang: Language): TimelineEntry["actor"] {
  const [type = ""] = actor.split(":");
  const unnamed = (name: string) => t(lang, `timeline_actors.${name}`);
  if (type === "staff") return { kind: "staff", name: actorName ?? unnamed("former_staff") };
  if (type === "customer" || type === "gateway" || type === "carrier") return { kind: type, name: unnamed(type) };
  if (actor === "command line" || actor === "merchant") return { kind: "command", name: unnamed("command") };
  if (type === "merchant" || type === "key" || type === "api_client")
    return { kind: "api_client", name: actorName ?? (kind === "note" ? text(detail.author) : unnamed("api_client")) };
  return { kind: "job", name: unnamed("job") };
}

/** What the screen needs of an entry besides its message: notes can be pinned and deleted, photos shown, gateway responses expanded. */
function detailOf({ kind, detail }: TimelineRow, { staffId, role }: StaffSession): TimelineEntry["detail"] {
  if (kind === "note") {
    const { noteId, customer, forPacking, pinned, staffId: author } = detail;
    const deletable = role === "owner" || author === staffId;
    return { note_id: noteId, customer, for_packing: forPacking, pinned, deletable };
  }
  if (kind === "pack") return detail.photos ? { photos: detail.photos } : undefined;
  if (kind === "email") return { template: detail.template, state: detail.state };
  return detail.response ? { response: detail.response } : undefined;
}

/** Every event of orders by their ids, the newest first, for a staff member. */
export async function readTimelines(
  reader: Reader,
  orderIds: readonly number[],
  { lang, staff }: { lang: Language; staff: StaffSession },
): Promise<Map<number, TimelineEntry[]>> {
  const toEntry = (row: TimelineRow): TimelineEntry => {
    const detail = detailOf(row, staff);
    return {
      ...{ id: row.id, at: row.at.toISOString(), actor: actorOf(row, lang), kind: row.kind },
      message: describe[row.kind](lang, row.detail),
      ...(detail && { detail }),
    };
  };
  const rows = Map.groupBy(await readTimelineRows(reader, orderIds), ({ orderId }) => orderId);
  const entriesOf = (id: number) =>
    (rows.get(id) ?? []).map(toEntry).filter(({ kind, message }) => kind !== "edit" || message !== "");
  return new Map(orderIds.map((id) => [id, entriesOf(id)]));
}
