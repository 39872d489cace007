import type { SelfServiceAction } from "#contract/self-service-rules.ts";
import type { SelfServiceState } from "#contract/self-service.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Reader, Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import { emailMerchant } from "#shop/mail/index.ts";
import { addCustomerActNote, lockOrder } from "#shop/orders/index.ts";
import { allowedActions, isLocked, type OrderFacts, readFacts, readState, toState } from "./facts.ts";
import { isByLink, isOwnersOrder, type OwnedOrder } from "./owner.ts";

/** What an owner wants to do with an order, from the version that was shown. */
export interface OwnerChange extends OwnedOrder {
  /** those of which one must be allowed */
  actions: readonly SelfServiceAction[];
  version: string;
}

/** Notes about acts of customers, each a message key below `customer_acts`. */
export type CustomerAct =
  | "cancelled"
  | "cancel_requested"
  | "refund_begun"
  | "recipient_changed"
  | "address_changed"
  | "option_changed"
  | "change_waits"
  | "change_discarded"
  | "payment_changed"
  | "email_sent";

const closed: ReadonlySet<string> = new Set(["completed", "cancelled", "failed", "refunded"]);

/** What was requested, if it is known. */
type Requested = Pick<OwnedOrder, "lang"> & Partial<Pick<OwnerChange, "actions" | "version">>;

function rejectionText(facts: OrderFacts, { lang, actions = [], version }: Requested): string {
  const phone = t(lang, "footer.phone");
  if (closed.has(facts.status))
    return t(lang, "self_service.closed", { status: t(lang, `order_status.${facts.status}`) });
  if (isLocked(facts)) return t(lang, "self_service.packed", { phone });
  if (version === facts.version) {
    if (actions.includes("change_option") && facts.refunded) return t(lang, "self_service.refunded", { phone });
    if (actions.includes("change_address") && !facts.hasPlace) return t(lang, "self_service.no_address", { phone });
  }
  return t(lang, "self_service.changed");
}

/** The change came too late: the order is not as it was shown. `data.order` is the order as it is now. */
const tooLate = (facts: OrderFacts, { owner, ...requested }: Requested & Pick<OwnedOrder, "owner">): HttpError =>
  new HttpError(409, "lianne_state", rejectionText(facts, requested), {
    extra: { order: toState(facts, isByLink(owner)) },
  });

/** @throws HttpError 409 `lianne_state` with the order as it is now, 404 */
export async function throwState(reader: Reader, own: OwnedOrder): Promise<never> {
  const facts = (await readFacts(reader, [own.orderId])).get(own.orderId);
  throw facts ? tooLate(facts, own) : notFoundIn(own.lang);
}

/** @throws HttpError 409 `lianne_state` */
export function assertAllowed(facts: OrderFacts, change: OwnerChange): SelfServiceAction {
  const { actions, version, owner } = change;
  const allowed = allowedActions(facts, isByLink(owner)).find((action) => actions.includes(action));
  if (allowed === undefined || facts.version !== version) throw tooLate(facts, change);
  return allowed;
}

/** Requires that an owner's order allows the action, in any version. @throws HttpError 404, 409 `lianne_state` */
export async function assertAllows(reader: Reader, own: OwnedOrder, action: SelfServiceAction): Promise<void> {
  const facts = (await readFacts(reader, [own.orderId])).get(own.orderId);
  if (!facts) throw notFoundIn(own.lang);
  assertAllowed(facts, { ...own, actions: [action], version: facts.version });
}

/** Locks an owner's order and requires that it allows the action and was not changed. @throws HttpError 404, 409 */
export async function lockForChange(tx: Tx, change: OwnerChange): Promise<SelfServiceAction> {
  const { orderId, owner, lang } = change;
  const own = (await lockOrder(tx, orderId)) && (await isOwnersOrder(tx, orderId, owner));
  const facts = own ? (await readFacts(tx, [orderId])).get(orderId) : undefined;
  if (!facts) throw notFoundIn(lang);
  return assertAllowed(facts, change);
}

/** Adds an act of the customer to the order's history, where merchants' programs read it as a note, and notifies the merchant of a change. */
export async function recordAct(
  tx: Tx,
  orderId: number,
  {
    act,
    values = {},
    notify = true,
    now,
  }: { act: CustomerAct; values?: Record<string, string>; notify?: boolean; now: Date },
): Promise<void> {
  const change = t("vi", `customer_acts.${act}`, values);
  await addCustomerActNote(tx, orderId, { act, note: change, now });
  if (notify) await emailMerchant(tx, { orderId, kind: "customer_change", values: { change } });
}

/** Changes an owner's order in one transaction. @returns the order as it is then @throws HttpError 404, 409 */
export async function changeOwnOrder(
  { db }: Pick<AppContext, "db">,
  change: OwnerChange,
  work: (tx: Tx, allowed: SelfServiceAction) => Promise<void>,
): Promise<SelfServiceState> {
  await db.transaction(async (tx) => work(tx, await lockForChange(tx, change)));
  return readState(db, change);
}
