import { lookup as resolveName } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { requestIdHeader, instrumentCall } from "./http-client.ts";

/** A URL from outside may not be called, or its response was not usable; the message gives the reason. */
export class SafeFetchError extends Error {}

export interface SafeFetchOptions {
  service: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** for the whole call, redirects included */
  timeoutMs: number;
  /** of the response body; a longer one is an error */
  maxBytes: number;
  /** maximum number of redirects followed; each target is checked like the first URL */
  redirects: number;
  /** hosts (`erp.local`, `10.0.0.5:8080`) that may be private: ALLOWED_PRIVATE_HOSTS */
  allowedPrivateHosts: readonly string[];
}

export interface SafeFetchResponse {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** The allocated part of IPv6; outside it is, for example, `::127.0.0.1`. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public internet addresses only: not private, loopback, link-local, multicast or reserved, IPv4-mapped or not. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const given = parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(globalIpv6);
  return given && parsed.range() === "unicast";
}

const hostnameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const isAllowedPrivate = (url: URL, hosts: readonly string[]): boolean =>
  hosts.includes(url.host) || hosts.includes(url.hostname) || hosts.includes(hostnameOf(url));

/**
 * Resolves the name once and connects to the address that was checked: DNS cannot change in between (DNS rebinding).
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(new SafeFetchError(`The host ${hostname} cannot be found.`), "");
    const [first] = found;
    if (!first || found.some(({ address }) => !isPublic(address))) {
      return callback(new SafeFetchError(`The host ${hostname} is not on the public internet.`), "");
    }
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

/**
 * Parses a URL and checks whether it may be called, as far as its text shows.
 * @throws SafeFetchError
 */
export function checkAddress(address: string, allowedPrivateHosts: readonly string[]): URL {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new SafeFetchError("The URL must begin with https:// or http://.");
  }
  if (url.username || url.password) throw new SafeFetchError("The URL must not contain a username or password.");
  if (isAllowedPrivate(url, allowedPrivateHosts)) return url;
  const name = hostnameOf(url);
  // a literal IP address is not resolved, so it is checked here
  const local = name === "localhost" || name.endsWith(".localhost");
  if (local || (ipaddr.isValid(name) && !isPublic(name))) {
    throw new SafeFetchError(`The host ${name} is not on the public internet.`);
  }
  return url;
}

async function readBody(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) {
      message.destroy();
      throw new SafeFetchError(`Response exceeds ${maxBytes} bytes.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const send = (
  url: URL,
  { method = "GET", headers = {}, body, allowedPrivateHosts }: SafeFetchOptions,
  signal: AbortSignal,
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    const lookup = isAllowedPrivate(url, allowedPrivateHosts) ? undefined : publicLookup;
    const request = open(
      url,
      { method, headers: { ...requestIdHeader(), ...headers }, signal, agent: false, ...(lookup && { lookup }) },
      resolve,
    );
    request.on("error", reject);
    request.end(body);
  });

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * SSRF-safe fetch of a URL that a merchant's program supplied: a picture to download, a webhook to deliver. The shop's
 * own network cannot be reached, whether by name, by address or by redirect.
 * @throws SafeFetchError for a URL that may not be called, a failed call, or a response that is too large
 */
export async function safeFetch(address: string, options: SafeFetchOptions): Promise<SafeFetchResponse> {
  const url = checkAddress(address, options.allowedPrivateHosts);
  return instrumentCall(options.service, { method: options.method ?? "GET", url }, () => follow(url, options));
}

async function follow(first: URL, options: SafeFetchOptions): Promise<SafeFetchResponse> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let url = first;
  for (let left = options.redirects; ; left--) {
    try {
      const message = await send(url, options, signal);
      const status = message.statusCode ?? 0;
      const { location } = message.headers;
      if (!(redirectStatuses.has(status) && location && left > 0)) {
        return { status, headers: message.headers, body: await readBody(message, options.maxBytes) };
      }
      message.destroy();
      url = checkAddress(new URL(location, url).href, options.allowedPrivateHosts);
    } catch (error) {
      if (error instanceof SafeFetchError) throw error;
      const reason = signal.aborted ? `within ${options.timeoutMs / 1000} seconds` : `(${(error as Error).message})`;
      throw new SafeFetchError(`No response from ${url.host} ${reason}.`, { cause: error });
    }
  }
}
