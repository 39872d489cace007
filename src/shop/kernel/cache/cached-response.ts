import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

/** A response that may be cached; its tags name the data that it was made from. */
export interface Cacheable {
  status: number;
  body: string | Buffer;
  contentType: string;
  headers?: Record<string, string>;
  tags: readonly string[];
  /** version of the record, as a part of the ETag: a write with `If-Match` compares it, see if-match.ts */
  version?: string;
  /** false for a response that must not be stored: personal, or made while some of its data was unavailable */
  store?: boolean;
}

/**
 * A JSON response that is the same for every client and may be cached, by browsers too if they revalidate it each time.
 * @param body its content, or the JSON itself
 */
export const cacheableJson = (
  body: unknown,
  tags: readonly string[],
  headers: Record<string, string> = {},
): Cacheable => ({
  status: 200,
  contentType: "application/json; charset=utf-8",
  body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
  headers: { "cache-control": "public, no-cache", ...headers },
  tags,
});

export interface CachedResponse {
  key: string;
  status: number;
  headers: Record<string, string>;
  etag: string;
  tags: readonly string[];
  plain: Buffer;
  /** estimated memory */
  bytes: number;
  /** compressed when first requested; in-process requests need none */
  compressed: Partial<Record<Encoding, Compressed>>;
}

const minCompressBytes = 1024;
/** With its headers a smaller body fits into the first ten packets of a connection, so its first request does not compress it. */
const minFastCompressBytes = 13_800;
const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
/**
 * in the order of preference, the smallest first; at this quality a page of 100 kB takes some 2 ms in the thread pool
 */
const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotli(5)),
  gzip: promisify<Buffer, Buffer>(gzip),
};
/** output a fifth larger in a fifth of the time: synchronous, since the thread pool would cost more */
const fastEncoders = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, brotli(1)),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 1 }),
};
export type Encoding = keyof typeof encoders;

interface Compressed {
  /** null if compression failed */
  bytes: Buffer | null | Promise<Buffer | null>;
  /** compressed at the better quality */
  isFinal: boolean;
}

/** Memory overhead of an entry; without it, a flood of tiny responses would never fill the cache. */
const bytesOfEntry = 1024;
const bytesOfTag = 150;
/** size of all compressed forms together, relative to the plain body */
const compressedShare = 0.5;
/** Maximum variants of a response (other URLs of the same content) that the fast path stores; the oldest are dropped. */
export const maxVariants = 6;
const bytesOfVariant = 1024;

export function toCachedResponse(
  { status, body, contentType, headers, tags, version }: Cacheable,
  key: string,
): CachedResponse {
  const plain = typeof body === "string" ? Buffer.from(body) : body;
  const content = hash("sha256", plain, "base64url").slice(0, 22);
  const etag = `W/"${version ? `${version}.` : ""}${content}"`;
  const overhead = 2 * key.length + bytesOfEntry + maxVariants * bytesOfVariant + tags.length * bytesOfTag;
  return {
    key,
    status,
    headers: { "content-type": contentType, ...headers },
    etag,
    tags,
    plain,
    bytes: Math.ceil(plain.length * (1 + compressedShare)) + overhead,
    compressed: {},
  };
}

/** The smallest encoding that a client accepts. */
export const encodingFor = (accepted = ""): Encoding | null =>
  accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : null;

function compressFast(encoding: Encoding, plain: Buffer): Compressed {
  try {
    return { bytes: fastEncoders[encoding](plain), isFinal: false };
  } catch {
    return { bytes: null, isFinal: false };
  }
}

const compress = (encoding: Encoding, plain: Buffer): Compressed => ({
  bytes: encoders[encoding](plain).catch(() => null),
  isFinal: true,
});

/** A response's body in an encoding that the client accepts. */
export interface EncodedBody {
  encoding: Encoding | null;
  bytes: Buffer;
  /** whether no smaller form will follow */
  isFinal: boolean;
}

/**
 * Encodes a response's body. Most responses are requested once, so the first request gets fast compression and the
 * second one the better quality. If compression fails, the plain body is sent.
 * @param isHit whether the response was in the cache
 */
export async function encodeBody(
  response: CachedResponse,
  accepted: string | undefined,
  isHit: boolean,
): Promise<EncodedBody> {
  const { plain, compressed } = response;
  const encoding = encodingFor(accepted);
  if (!encoding || plain.length < minCompressBytes) return { encoding: null, bytes: plain, isFinal: true };
  const current = compressed[encoding];
  if (!isHit && !current && plain.length < minFastCompressBytes)
    return { encoding: null, bytes: plain, isFinal: false };
  const form = isHit && !current?.isFinal ? compress(encoding, plain) : (current ?? compressFast(encoding, plain));
  compressed[encoding] = form;
  const bytes = await form.bytes;
  return bytes ? { encoding, bytes, isFinal: form.isFinal } : { encoding: null, bytes: plain, isFinal: true };
}
