import { type SimulatorResponse, type SimulatorRequest, page, redirect } from "#simulators/shared/server.ts";
import { approvalPage, gonePage } from "./pages.ts";
import { newId, type Order, type Store } from "./store.ts";

const withQuery = (address: string, query: Record<string, string>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
};

const back = (order: Order): SimulatorResponse =>
  redirect(withQuery(order.returnUrl, { token: order.id, PayerID: order.payerId ?? "" }));

/** The page that a shopper's browser sees, `/checkoutnow`. @param approved called with an order that the shopper approved */
export function shopperPage(call: SimulatorRequest, store: Store, approved: (order: Order) => void): SimulatorResponse {
  const form = call.method === "POST" ? new URLSearchParams(call.body) : call.url.searchParams;
  const order = store.find(form.get("token") ?? "");
  if (!order) return page(gonePage(), 404);
  // pressed twice, or come back by the browser's Back: it is done
  if (order.capture) return back(order);
  if (call.method !== "POST") return page(approvalPage(order));
  const choice = form.get("choice");
  if (choice === "cancel") return redirect(withQuery(order.cancelUrl, { token: order.id }));
  if (choice !== "approve" && choice !== "decline" && choice !== "review") return page(approvalPage(order));
  order.status = "APPROVED";
  order.payerId ??= newId().slice(0, 13);
  order.declines = choice === "decline";
  order.examines = choice === "review";
  approved(order);
  return back(order);
}
