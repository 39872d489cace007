import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Envelope, failure } from "./envelope.ts";
import { type Trouble, troubled } from "./failures.ts";
import { fee, leadtime } from "./fees.ts";
import { districts, provinces, wards } from "./master-data.ts";
import { type Country, readCountry } from "./units.ts";

export interface GhnOptions {
  /** 0 picks a free one */
  port?: number;
  /** the API token that calls have to carry */
  token: string;
  /** the one shop of that token */
  shopId: number;
}
export interface GhnSimulator {
  /** base of the API, as `GHN_API_URL` wants it */
  url: string;
  close(): Promise<void>;
}

type Input = Record<string, unknown>;
const base = "/shiip/public-api";
const maxBodyBytes = 1024 * 1024;

/** Query string and JSON body together: GHN takes either, on GET as well. */
async function inputOf(request: IncomingMessage, url: URL): Promise<Input | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  const fromQuery = Object.fromEntries(url.searchParams);
  if (text.trim() === "") return fromQuery;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? { ...fromQuery, ...(parsed as Input) }
      : null;
  } catch {
    return null;
  }
}

function answer(country: Country, path: string, input: Input, shopIsRight: boolean): Envelope {
  switch (path) {
    case "/master-data/province":
      return provinces(country);
    case "/master-data/district":
      return districts(country, input);
    case "/master-data/ward":
      return wards(country, input);
    case "/v2/shipping-order/fee":
    case "/v2/shipping-order/leadtime":
      if (!shopIsRight) return failure(400, "Shop not found", "SHOP_NOT_FOUND");
      return path.endsWith("fee") ? fee(country, input) : leadtime(country, input, new Date());
    default:
      return failure(404, "Not Found");
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(text);
}

/**
 * Starts a stand-in for GHN on this machine: master data of the whole country, fee and lead time, with the carrier's
 * headers, envelopes and mistakes. `POST /control` takes a {@link Trouble} for the answers that follow.
 */
export async function startGhn({ port = 0, token, shopId }: GhnOptions): Promise<GhnSimulator> {
  const country = await readCountry();
  let trouble: Trouble = {};
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://ghn");
    const input = await inputOf(request, url);
    if (request.method === "POST" && url.pathname === "/control") {
      trouble = (input ?? {}) as Trouble;
      return send(response, 200, JSON.stringify({ trouble }));
    }
    const shopHeader = request.headers.shopid ?? request.headers.shop_id;
    const envelope =
      request.headers.token !== token
        ? failure(401, "Token is not valid")
        : !url.pathname.startsWith(base)
          ? failure(404, "Not Found")
          : input === null
            ? failure(400, "Lỗi định dạng JSON", "USER_ERR_COMMON")
            : answer(country, url.pathname.slice(base.length), input, Number(shopHeader) === shopId);
    const { status, text } = await troubled(trouble, envelope);
    send(response, status, text);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      send(response, 500, JSON.stringify({ message: String(error) })),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
