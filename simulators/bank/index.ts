import { langOf } from "#simulators/shared/document.ts";
import { FaultInjector, type Faults, withFault } from "#simulators/shared/faults.ts";
import { applyControl, type GatewayControl, type GatewaySimulator, serveGateway } from "#simulators/shared/gateway.ts";
import { type SimulatorRequest, json, page, redirect, type SimulatorResponse } from "#simulators/shared/server.ts";
import { type Deliver, deliverByHttp, type WebhookResponse, WebhookSender } from "#simulators/shared/webhook-sender.ts";
import { type BankTransfer, Ledger, type TransferInput } from "./ledger.ts";
import { listTransfers, SecondLimit, tooMany } from "./lists.ts";
import { type Mangle, mangles } from "./mangle.ts";
import { type BankNotificationFault, notificationRequest, type NotifierKeys } from "./notifications.ts";
import { bankPage, type Draft } from "./pages.ts";
import { scan } from "./qr.ts";

export interface BankOptions {
  /** 0 picks a free one */
  port?: number;
  /** how notifications are signed, and in which form lists are */
  keys: NotifierKeys;
  /** of the list */
  apiToken: string;
  /** the URL for notifications of transfers */
  webhookUrl: string;
  clock?: { now(): Date };
  /** the notifier waits 1, 1, 2, 3, 5, 8 and 13 minutes before its retries; here each minute is this long, a second by default */
  minuteMs?: number;
  /** delivers notifications instead of HTTP */
  deliver?: Deliver;
}

export type BankFaults = Faults<"transactions", BankNotificationFault>;

/** What `POST /control` takes. */
export interface BankControl extends GatewayControl<"transactions", BankNotificationFault, "done"> {
  /** moves the bank's clock from then on */
  clock_offset_ms?: number;
  /** sends the notification of a transfer once more */
  replay?: number;
  /** books a transfer */
  transfer?: TransferInput;
}

export interface BankSimulator extends GatewaySimulator<BankControl, BankTransfer> {
  /** where a person pays */
  pageUrl: string;
  /** the value of `SEPAY_API_URL`, `CASSO_API_URL` */
  apiUrl: string;
  /** Books a transfer and sends its notification. Resolves after the first delivery. */
  transfer(input: TransferInput): Promise<BankTransfer>;
  /** Sends the notification of a transfer once more. */
  replay(id: number): Promise<void>;
}

const waits = [1, 1, 2, 3, 5, 8, 13];

/** SePay's rule: the status and the body. */
function isAccepted({ status, body }: WebhookResponse): boolean {
  try {
    return (status === 200 || status === 201) && (JSON.parse(body) as { success?: unknown }).success === true;
  } catch {
    return false;
  }
}

class Bank {
  readonly sender: WebhookSender;
  readonly #options: BankOptions;
  readonly #clock: { now(): Date };
  readonly #book = new Ledger();
  readonly #injector = new FaultInjector<"transactions", BankNotificationFault>();
  readonly #refunding = { ends: "done" as const, takesMs: 0 };
  readonly #limit = new SecondLimit();
  #offsetMs = 0;

  constructor(options: BankOptions) {
    this.#options = options;
    const { clock = { now: () => new Date() }, deliver = deliverByHttp, minuteMs = 1_000 } = options;
    this.#clock = clock;
    const retryMs = waits.map((minutes) => minutes * minuteMs);
    this.sender = new WebhookSender({ deliver, tries: waits.length + 1, retryMs, isAccepted });
  }

  #now(): Date {
    return new Date(this.#clock.now().getTime() + this.#offsetMs);
  }

  async transfer(input: TransferInput): Promise<BankTransfer> {
    const transfer = this.#book.book(input, this.#now());
    await this.#notify(transfer);
    return transfer;
  }

  async replay(id: number): Promise<void> {
    const transfer = this.#book.find(id);
    if (!transfer) throw new Error(`there is no transfer ${id}`);
    await this.#notify(transfer);
  }

  #notify(transfer: BankTransfer): Promise<void> {
    const { keys, webhookUrl: url } = this.#options;
    const fault = this.#injector.notificationFault(String(transfer.id));
    const wrongUntil = fault?.times ?? Number.POSITIVE_INFINITY;
    return this.sender.dispatch(
      {
        make: (nth) =>
          notificationRequest(transfer, keys, {
            fault: nth <= wrongUntil ? (fault?.kind ?? null) : null,
            now: this.#now(),
            url,
          }),
        onResponse: (response) => transfer.responses.push(response.slice(0, 200)),
      },
      fault,
    );
  }

  control({ clock_offset_ms: offset, replay, transfer, ...control }: BankControl): void {
    if (offset !== undefined) this.#offsetMs = offset;
    else if (replay !== undefined) this.sender.runInBackground(() => this.replay(replay));
    else if (transfer) this.sender.runInBackground(async () => void (await this.transfer(transfer)));
    else applyControl(control, this.#injector, this.#refunding);
  }

  ledger(): BankTransfer[] {
    return [...this.#book.rows];
  }

  state(): unknown {
    return { ...this.#injector.state, clock_offset_ms: this.#offsetMs };
  }

  async handle(call: SimulatorRequest): Promise<SimulatorResponse | null> {
    const { method, url } = call;
    if (url.pathname === "/v2/transactions") return this.#list(call);
    if (method === "POST" && url.pathname === "/pay") return this.#pay(new URLSearchParams(call.body));
    return url.pathname === "/" ? this.#page(call) : json(404, "Not Found");
  }

  #list(call: SimulatorRequest): Promise<SimulatorResponse | null> {
    const fault = this.#injector.responseFault("transactions", "list");
    const kind = this.#options.keys.name === "casso" ? "casso" : "sepay";
    const token = `${kind === "casso" ? "Apikey" : "Bearer"} ${this.#options.apiToken}`;
    if (fault?.status === 429) return Promise.resolve(tooMany(30));
    return withFault(fault, this.sender.signal, async () => {
      if (call.headers.authorization !== token) return json(401, { status: "error", message: "Unauthorized" });
      if (!this.#limit.allow(this.#now().getTime())) return tooMany(1);
      return listTransfers(kind, this.#book.rows, call);
    });
  }

  async #pay(form: URLSearchParams): Promise<SimulatorResponse> {
    const amount = Number((form.get("amount") ?? "").replace(/\D/g, ""));
    const how = form.get("how") ?? "pay";
    const mangle = mangles.find((one) => one === form.get("mangle")) ?? ("none" satisfies Mangle);
    const paid = how === "half" ? Math.floor(amount / 2) : how === "more" ? amount + 1_000 : amount;
    if (paid <= 0) return redirect("/");
    const input = { account: form.get("account") ?? "", amount: paid, content: form.get("content") ?? "", mangle };
    await this.transfer(input);
    if (how === "twice") await this.transfer(input);
    return redirect("/?done=1");
  }

  #page({ url, headers }: SimulatorRequest): SimulatorResponse {
    const lang = langOf(headers["accept-language"]);
    let [draft, message]: [Draft, string] = [{}, ""];
    const qr = url.searchParams.get("qr");
    try {
      if (qr) draft = scan(qr);
    } catch (error) {
      message = (error as Error).message;
    }
    return page(bankPage(lang, { rows: this.#book.rows, draft, message, done: url.searchParams.has("done") }));
  }
}

/**
 * Starts a simulator of a bank and its notifier: a page on which a person pays, signed notifications with the notifier's
 * retries, and its list of transfers. `POST /control` takes a {@link BankControl}; `GET /control/ledger` returns every
 * transfer.
 */
export async function startBank(options: BankOptions): Promise<BankSimulator> {
  const bank = new Bank(options);
  const { origin, ...simulator } = await serveGateway(bank, options.port);
  return {
    ...simulator,
    pageUrl: `${origin}/`,
    apiUrl: `${origin}/v2`,
    transfer: (input) => bank.transfer(input),
    replay: (id) => bank.replay(id),
  };
}
