import { lookup as resolveName } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { requestIdHeader, type Service, instrumentCall } from "./http-client.ts";

/** An address that somebody else chose may not be called, or did not answer as it has to; the message says why. */
export class SafeFetchError extends Error {}

export interface ForeignCall {
  service: Service;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** for everything together, redirects included */
  timeoutMs: number;
  /** of the answer's body; a longer one is an error */
  maxBytes: number;
  /** how many redirects are followed; each is checked like the first address */
  redirects: number;
  /** hosts (`erp.local`, `10.0.0.5:8080`) that may be private: ALLOWED_PRIVATE_HOSTS */
  allowedPrivateHosts: readonly string[];
}

export interface ForeignAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** All that has been given out of IPv6; outside it lies, among others, `::127.0.0.1`. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Only addresses of the public internet: nothing private, loopback, link-local, multicast or reserved, mapped or not. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const given = parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(globalIpv6);
  return given && parsed.range() === "unicast";
}

const nameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const isNamed = (url: URL, hosts: readonly string[]): boolean =>
  hosts.includes(url.host) || hosts.includes(url.hostname) || hosts.includes(nameOf(url));

/** The name is resolved once, and what is connected to is what was checked: it cannot change in between. */
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
 * Reads an address and says whether it may be called, as far as its text shows.
 * @throws ForeignCallError
 */
export function checkAddress(address: string, allowedPrivateHosts: readonly string[]): URL {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new SafeFetchError("The address must begin with https:// or http://.");
  }
  if (url.username || url.password) throw new SafeFetchError("The address may not carry a user name or password.");
  if (isNamed(url, allowedPrivateHosts)) return url;
  const name = nameOf(url);
  // an address in numbers is not looked up, so it is checked here
  const local = name === "localhost" || name.endsWith(".localhost");
  if (local || (ipaddr.isValid(name) && !isPublic(name))) {
    throw new SafeFetchError(`The host ${name} is not on the public internet.`);
  }
  return url;
}

async function read(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) {
      message.destroy();
      throw new SafeFetchError(`The answer is larger than ${maxBytes} bytes.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const send = (
  url: URL,
  { method = "GET", headers = {}, body, allowedPrivateHosts }: ForeignCall,
  signal: AbortSignal,
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    const lookup = isNamed(url, allowedPrivateHosts) ? undefined : publicLookup;
    const request = open(
      url,
      { method, headers: { ...requestIdHeader(), ...headers }, signal, agent: false, ...(lookup && { lookup }) },
      resolve,
    );
    request.on("error", reject);
    request.end(body);
  });

const redirected = new Set([301, 302, 303, 307, 308]);

/**
 * Calls an address that a merchant's program named: a picture to fetch, a webhook to deliver. The shop's own network is
 * out of its reach, by name, by number and by redirect.
 * @throws ForeignCallError for an address that may not be called, silence, or an answer that is too large
 */
export async function safeFetch(address: string, call: ForeignCall): Promise<ForeignAnswer> {
  const url = checkAddress(address, call.allowedPrivateHosts);
  return instrumentCall(call.service, { method: call.method ?? "GET", url }, () => follow(url, call));
}

async function follow(first: URL, call: ForeignCall): Promise<ForeignAnswer> {
  const signal = AbortSignal.timeout(call.timeoutMs);
  let url = first;
  for (let left = call.redirects; ; left--) {
    try {
      const message = await send(url, call, signal);
      const status = message.statusCode ?? 0;
      const { location } = message.headers;
      if (!(redirected.has(status) && location && left > 0)) {
        return { status, headers: message.headers, body: await read(message, call.maxBytes) };
      }
      message.destroy();
      url = checkAddress(new URL(location, url).href, call.allowedPrivateHosts);
    } catch (error) {
      if (error instanceof SafeFetchError) throw error;
      const reason = signal.aborted ? `within ${call.timeoutMs / 1000} seconds` : `(${(error as Error).message})`;
      throw new SafeFetchError(`No answer from ${url.host} ${reason}.`, { cause: error });
    }
  }
}
