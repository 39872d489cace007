import type { WebhookSender } from "./webhook-sender.ts";
import type { Faults, FaultInjector } from "./faults.ts";
import { type SimulatorResponse, type SimulatorRequest, json, listen } from "./server.ts";

/** The body of every gateway's `POST /control`; a body without `payment` replaces all earlier ones. */
export interface GatewayControl<Endpoint extends string, Kind extends string, Ends extends string>
  extends Faults<Endpoint, Kind> {
  seed?: number;
  /** the merchant's own reference of one payment: the faults apply to it alone */
  payment?: string;
  /** final status of refunds that are made from now on */
  refunds_end?: Ends;
  /** how long refunds are pending */
  refund_takes_ms?: number;
}

/** Sets the final status and duration of further refunds. */
export interface Refunding<Ends extends string> {
  ends: Ends;
  takesMs: number;
}

/** Applies the settings that every gateway has. */
export function applyControl<Endpoint extends string, Kind extends string, Ends extends string>(
  { payment, seed, refunds_end, refund_takes_ms, ...faults }: GatewayControl<Endpoint, Kind, Ends>,
  injector: FaultInjector<Endpoint, Kind>,
  refunding: Refunding<Ends>,
): void {
  if (refunds_end) refunding.ends = refunds_end;
  if (refund_takes_ms !== undefined) refunding.takesMs = refund_takes_ms;
  if (payment === undefined) injector.set(faults, seed);
  else injector.setFor(payment, faults);
}

/** A running gateway simulator, as seen by the process that started it. */
export interface GatewaySimulator<Control, Row> {
  control(control: Control): void;
  ledger(): Row[];
  /** Waits until no notification is being sent or will be retried. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** The implementation of a gateway. */
interface Gateway<Control, Row> {
  readonly sender: WebhookSender;
  control(control: Control): void;
  ledger(): Row[];
  /** the current settings, as `GET /control` returns them */
  state(): unknown;
  /** Handles requests of the shop and its shoppers. */
  handle(call: SimulatorRequest): Promise<SimulatorResponse | null>;
}

function controlled<Control>(
  gateway: Gateway<Control, unknown>,
  { method, body }: SimulatorRequest,
): SimulatorResponse {
  if (method === "POST") {
    try {
      gateway.control(JSON.parse(body || "{}") as Control);
    } catch (error) {
      return json(400, { message: (error as Error).message });
    }
  }
  return json(200, gateway.state());
}

/** Serves a gateway with its control API. @param port 0 picks a free one */
export async function serveGateway<Control, Row>(
  gateway: Gateway<Control, Row>,
  port = 0,
): Promise<GatewaySimulator<Control, Row> & { origin: string }> {
  const { sender } = gateway;
  const { origin, close } = await listen(port, async (call) => {
    if (call.url.pathname === "/control") return controlled(gateway, call);
    if (call.url.pathname === "/control/ledger") return json(200, { payments: gateway.ledger() });
    return gateway.handle(call);
  });
  return {
    origin,
    control: (control) => gateway.control(control),
    ledger: () => gateway.ledger(),
    idle: () => sender.idle(),
    close: async () => {
      await Promise.all([sender.close(), close()]);
    },
  };
}
