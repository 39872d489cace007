import type { Deliver } from "#simulators/shared/webhook-sender.ts";
import { langOf } from "#simulators/shared/document.ts";
import { withFault } from "#simulators/shared/faults.ts";
import {
  type SimulatorResponse,
  type SimulatorRequest,
  json,
  listen,
  page,
  redirect,
} from "#simulators/shared/server.ts";
import { type Envelope, failure } from "./envelope.ts";
import { faultOf, type FaultSettings, withKeyFaults } from "./failures.ts";
import { fee, leadtime } from "./fees.ts";
import { LabelTokens } from "./label-tokens.ts";
import { districts, provinces, wards } from "./master-data.ts";
import { newProvinces, newWards } from "./new-units.ts";
import { Notifications } from "./notifications.ts";
import { labelPage, listPage, trackingPage } from "./pages.ts";
import { type Parcel, ParcelStore } from "./parcel-store.ts";
import { type Country, readCountry } from "./units.ts";

export interface GhnOptions {
  /** 0 picks a free one */
  port?: number;
  /** the API token that requests must have */
  token: string;
  /** the one shop of that token */
  shopId: number;
  /** the shop's webhook URL, including its secret; without one no webhooks are sent */
  webhookUrl?: string;
  /** delay between the ten retries after a response other than 200; 5 s by default */
  webhookRetryMs?: number;
  /** delivers notifications to a shop that listens on no port */
  deliver?: Deliver;
  clock?: { now(): Date };
}

export interface GhnSimulator {
  /** the value of `GHN_API_URL` */
  url: string;
  /** the page that shows and advances the parcels */
  pageUrl: string;
  /** the booked parcels, the newest first */
  parcels(): readonly Parcel[];
  /** Advances a parcel by either of its codes; `cod_transfer` pays its cash out. @returns false if there is none */
  advance(code: string, status: string): boolean;
  /** Resolves when every webhook was delivered, or its retries are exhausted. */
  settled(): Promise<void>;
  /** Carries out the next request whose path ends so, but delays the response. */
  delayNext(path: string): DelayedResponse;
  /** Sets the faults; without an argument, resets them. */
  setFaults(faults?: FaultSettings): void;
  close(): Promise<void>;
}

export interface DelayedResponse {
  /** Resolves when the request was carried out. */
  arrived: Promise<void>;
  release(): void;
}

type Input = Record<string, unknown>;
const base = "/shiip/public-api";
const labelPath = "/a5/public-api/printA5";

/** Query string and JSON body combined: GHN accepts either, on GET too. The pages send forms. */
function inputOf({ url, headers, body }: SimulatorRequest): Input | null {
  const fromQuery = Object.fromEntries(url.searchParams);
  if (body.trim() === "") return fromQuery;
  if (headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(body));
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? { ...fromQuery, ...(parsed as Input) }
      : null;
  } catch {
    return null;
  }
}

interface Carrier {
  country: Country;
  store: ParcelStore;
  labels: LabelTokens;
  now: () => Date;
  faults: FaultSettings;
}

/** Endpoints that need a shop id; the others need the token alone. */
const ofShop =
  /^\/v2\/(shipping-order\/(fee|leadtime|preview|create|update|updateCOD)|switch-status\/(cancel|storing|return))$/;

function respond({ country, store, labels, now, faults }: Carrier, path: string, input: Input): Envelope {
  switch (path) {
    case "/master-data/province":
      return provinces(country);
    case "/master-data/district":
      return districts(country, input);
    case "/master-data/ward":
      return wards(country, input);
    case "/v3/master-data/province/all":
      return newProvinces(country.newUnits, input);
    case "/v3/master-data/ward/all-by-province-id":
      return newWards(country.newUnits, input);
    case "/v2/shipping-order/fee":
      return fee(country, input);
    case "/v2/shipping-order/leadtime":
      return leadtime(country, input, now());
    case "/v2/shipping-order/preview":
      return store.preview(input);
    case "/v2/shipping-order/create":
      return store.create(input);
    case "/v2/shipping-order/updateCOD":
      return store.updateCod(input, faults.cod_fixed === true);
    case "/v2/shipping-order/update":
      if (input.items !== undefined) return store.updateContents(input, faults.contents_fixed === true);
      return input.weight === undefined
        ? store.updateRecipient(input, faults.recipient_fixed === true)
        : store.updateSize(input, faults.size_fixed === true);
    case "/v2/shipping-order/detail":
      return store.detail(input.order_code);
    case "/v2/shipping-order/detail-by-client-code":
      return store.detailByClientCode(input.client_order_code, faults.client_code_as_array === true);
    case "/v2/switch-status/cancel":
      return store.cancel(input.order_codes);
    case "/v2/switch-status/storing":
      return store.switchStatus(input.order_codes, "storing");
    case "/v2/switch-status/return":
      return store.switchStatus(input.order_codes, "waiting_to_return");
    case "/v2/a5/gen-token":
      return labels.make(store, input.order_codes);
    default:
      return failure(404, "Not Found");
  }
}

function apiResponse(carrier: Carrier, call: SimulatorRequest, { token, shopId }: GhnOptions): SimulatorResponse {
  const path = call.url.pathname.slice(base.length);
  const input = inputOf(call);
  const shop = Number(call.headers.shopid ?? call.headers.shop_id);
  const refused =
    call.headers.token !== token
      ? failure(401, "Token is not valid")
      : input === null
        ? failure(400, "Lỗi định dạng JSON", "USER_ERR_COMMON")
        : ofShop.test(path) && shop !== shopId
          ? failure(400, "Shop not found", "SHOP_NOT_FOUND")
          : null;
  const { status, body } = refused ?? respond(carrier, path, input ?? {});
  return json(status, "data" in body ? { ...body, data: withKeyFaults(body.data, carrier.faults) } : body);
}

function advance({ store }: Carrier, code: unknown, status: unknown): boolean {
  const parcel = store.find(code);
  if (!parcel || typeof status !== "string" || status === "") return false;
  if (status === "cod_transfer") store.transfer(parcel);
  else store.move(parcel, status);
  return true;
}

/** Pages and control endpoints, in addition to the API. */
function pageResponse(carrier: Carrier, call: SimulatorRequest): SimulatorResponse {
  const { method, url, headers } = call;
  const lang = langOf(headers["accept-language"]);
  const input = inputOf(call) ?? {};
  const code = input.order_code ?? input.client_order_code;
  switch (`${method} ${url.pathname}`) {
    case "POST /control":
      carrier.faults = input as FaultSettings;
      return json(200, { faults: carrier.faults });
    case "POST /control/advance":
      return advance(carrier, code, input.status) ? json(200, { advanced: true }) : json(404, { advanced: false });
    case "POST /advance":
      return advance(carrier, code, input.status) ? redirect("/") : page(trackingPage(undefined, lang), 404);
    case "GET /":
      return page(listPage(carrier.store.all, lang));
    case "GET /tracking":
      return page(trackingPage(carrier.store.find(code), lang), carrier.store.find(code) ? 200 : 404);
    case `GET ${labelPath}`: {
      const parcels = carrier.labels.open(String(input.token));
      return parcels ? page(labelPage(parcels, lang)) : page(trackingPage(undefined, lang), 404);
    }
    default:
      return json(404, failure(404, "Not Found").body);
  }
}

/**
 * Starts a simulator of GHN on this machine: master data of the whole country, fee and lead time, parcels and their
 * webhooks, with the carrier's headers, envelopes and errors. `POST /control` takes a {@link FaultSettings} for what follows,
 * `POST /control/advance {order_code, status}` advances a parcel, and so do the buttons of its page.
 */
export async function startGhn(options: GhnOptions): Promise<GhnSimulator> {
  const country = await readCountry();
  const now = () => (options.clock ? options.clock.now() : new Date());
  const closing = new AbortController();
  const notifications = new Notifications(options, options.shopId);
  const store: ParcelStore = new ParcelStore(country, now, (parcel, type, at) =>
    notifications.send(parcel, type, at, carrier.faults.notifications),
  );
  const carrier: Carrier = { country, store, labels: new LabelTokens(now), now, faults: {} };
  let delayed: { path: string; arrive: () => void; released: Promise<void> } | undefined;
  const { origin, close } = await listen(options.port ?? 0, async (call) => {
    if (!call.url.pathname.startsWith(`${base}/`)) return pageResponse(carrier, call);
    const fault = faultOf(carrier.faults, call.url.pathname);
    const response = await withFault(fault, closing.signal, async () => apiResponse(carrier, call, options));
    if (delayed && call.url.pathname.endsWith(delayed.path)) {
      const { arrive, released } = delayed;
      delayed = undefined;
      arrive();
      await released;
    }
    return response;
  });
  return {
    url: `${origin}${base}`,
    pageUrl: `${origin}/`,
    parcels: () => store.all,
    advance: (code, status) => advance(carrier, code, status),
    settled: () => notifications.settled(),
    delayNext: (path) => {
      const [arrival, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      delayed = { path, arrive: arrival.resolve, released: release.promise };
      return { arrived: arrival.promise, release: release.resolve };
    },
    setFaults: (faults = {}) => {
      carrier.faults = faults;
    },
    close: async () => {
      closing.abort();
      await notifications.close();
      await close();
    },
  };
}
