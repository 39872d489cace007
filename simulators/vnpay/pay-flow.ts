import { type SimulatorResponse, type SimulatorRequest, page, redirect } from "#simulators/shared/server.ts";
import { cards, findCard, rejectedAtOnce } from "./cards.ts";
import { returnAddress } from "./notifications.ts";
import { errorPage, gonePage, methodPage, otpPage } from "./pages.ts";
import { type Terminal, visit } from "./pay-url.ts";
import type { Transaction, Transactions } from "./transactions.ts";
import { outcomes } from "./texts.ts";

export interface PayFlow {
  terminal: Terminal;
  transactions: Transactions;
  clock: { now(): Date };
  /** notifies the shop's server; resolves when the shopper may be redirected */
  notify(transaction: Transaction): Promise<void>;
}

/** The bank of the payer. */
interface Payer {
  bank: string;
  type: string;
}

const folder = "/paymentv2";
const pageOf = (name: "PaymentMethod" | "Otp", { token }: Transaction): string =>
  `${folder}/Transaction/${name}.html?token=${token}`;

const maxWrongDetails = 3;
const noBank = new Set(["11", "24"]);

async function finish(
  flow: PayFlow,
  transaction: Transaction,
  code: string,
  by: Payer | null,
): Promise<SimulatorResponse> {
  const end = flow.transactions.isOver(transaction) ? "11" : code;
  flow.transactions.finish(transaction, end, noBank.has(end) ? null : (by ?? { bank: "NCB", type: "ATM" }));
  await flow.notify(transaction);
  return redirect(returnAddress(transaction, flow.terminal));
}

function enter(flow: PayFlow, { url }: SimulatorRequest): SimulatorResponse {
  const found = visit(url.searchParams, flow.terminal, flow.transactions, flow.clock.now());
  if (typeof found === "string") return redirect(`${folder}/Payment/Error.html?code=${found}`);
  return redirect(pageOf("PaymentMethod", found));
}

function payByCard(
  flow: PayFlow,
  transaction: Transaction,
  form: URLSearchParams,
): Promise<SimulatorResponse> | SimulatorResponse {
  const typed = (name: string): string => form.get(`card_${name}`) ?? "";
  const card = findCard({
    number: typed("number"),
    holder: typed("holder"),
    date: typed("date"),
    cvc: typed("cvc"),
  });
  if (!card) {
    transaction.wrongDetails++;
    if (transaction.wrongDetails > maxWrongDetails) return finish(flow, transaction, "10", null);
    return page(methodPage(transaction, undefined, true), 422);
  }
  if (card.otp === null || rejectedAtOnce.has(card.code)) return finish(flow, transaction, card.code, card);
  transaction.card = card;
  return redirect(pageOf("Otp", transaction));
}

function payByPassword(
  flow: PayFlow,
  transaction: Transaction,
  form: URLSearchParams,
): Promise<SimulatorResponse> | SimulatorResponse {
  const { card } = transaction;
  if (!card) return redirect(pageOf("PaymentMethod", transaction));
  const right = form.get("otp")?.trim() === card.otp;
  return finish(flow, transaction, right ? card.code : "13", card);
}

function simulateOutcome(
  flow: PayFlow,
  transaction: Transaction,
  form: URLSearchParams,
): Promise<SimulatorResponse> | SimulatorResponse {
  const outcome = form.get("outcome") ?? "";
  if (outcome === "24") return finish(flow, transaction, "24", null);
  if (outcome === "qr") {
    return finish(flow, transaction, "00", { bank: "VNPAYQR", type: "QRCODE" });
  }
  return outcome in outcomes
    ? finish(flow, transaction, outcome, null)
    : redirect(pageOf("PaymentMethod", transaction));
}

/** The pages that a shopper's browser sees, below `/paymentv2/`; null for an address that is none of them. */
export async function shopperPages(flow: PayFlow, call: SimulatorRequest): Promise<SimulatorResponse | null> {
  const { method, url } = call;
  const path = url.pathname.slice(folder.length);
  if (path === "/vpcpay.html") return enter(flow, call);
  if (path === "/Payment/Error.html") return page(errorPage(url.searchParams.get("code") ?? "99"), 400);
  if (!path.startsWith("/Transaction/")) return null;
  const form = method === "POST" ? new URLSearchParams(call.body) : url.searchParams;
  const transaction = flow.transactions.byToken(form.get("token"));
  if (!transaction) return page(gonePage(), 404);
  // already processed: a double click, or the browser's Back
  if (transaction.result) return redirect(returnAddress(transaction, flow.terminal));
  if (flow.transactions.isOver(transaction)) return finish(flow, transaction, "11", null);
  switch (`${method} ${path}`) {
    case "GET /Transaction/PaymentMethod.html":
      return page(
        methodPage(
          transaction,
          cards.find(({ id }) => id === form.get("card")),
          false,
        ),
      );
    case "POST /Transaction/PaymentMethod.html":
      return payByCard(flow, transaction, form);
    case "GET /Transaction/Otp.html":
      if (!transaction.card) return redirect(pageOf("PaymentMethod", transaction));
      return page(otpPage(transaction, transaction.card));
    case "POST /Transaction/Otp.html":
      return payByPassword(flow, transaction, form);
    case "POST /Transaction/Outcome.html":
      return simulateOutcome(flow, transaction, form);
    default:
      return null;
  }
}
