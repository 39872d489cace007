import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { RawResponse } from "./raw-response-cache.ts";

/** An answer ready to be kept: its tags name what it was made from. */
export interface Cacheable {
  status: number;
  body: string | Buffer;
  contentType: string;
  headers?: Record<string, string>;
  tags: readonly string[];
  /** false for an answer that lacks something that could not be had just now */
  toCachedResponse?: boolean;
}

export interface CachedResponse {
  key: string;
  status: number;
  headers: Record<string, string>;
  etag: string;
  tags: readonly string[];
  plain: Buffer;
  /** about what it takes of the memory */
  bytes: number;
  /** made when first asked for; calls inside the process ask for none */
  compressed: Partial<Record<Encoding, Compressed>>;
  /** as it went out, by all that the requests said */
  ready: Map<string, RawResponse>;
}

const worthCompressingBytes = 1024;
/** An answer that is made for the first time is not compressed where it is under way in the first packets either way. */
const worthHurryBytes = 12 * 1024;
const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
/** in the order of what is smaller; at this quality a page of 100 kB takes some 2 ms, off the main thread */
const encodings = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotli(5)),
  gzip: promisify<Buffer, Buffer>(gzip),
};
/** a fifth larger in a fifth of the time: less than handing them to another thread takes */
const quickly = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, brotli(1)),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 1 }),
};
type Encoding = keyof typeof encodings;

/** null for what cannot be compressed */
interface Compressed {
  bytes: Buffer | null | Promise<Buffer | null>;
  /** not made in a hurry */
  small: boolean;
}

/** What an entry costs beside its bytes; without it, a flood of tiny answers would never be too many. */
const bytesOfEntry = 1024;
const bytesOfTag = 150;
/** the compressed forms together, at most about so much of the plain one */
const compressedShare = 0.5;
/** An answer goes out in few forms; of more, which ever other addresses make, the oldest are let go. */
export const maxVariants = 6;
const bytesOfReady = 1024;

export function toCachedResponse({ status, body, contentType, headers, tags }: Cacheable, key: string): CachedResponse {
  const plain = typeof body === "string" ? Buffer.from(body) : body;
  const etag = `W/"${hash("sha256", plain, "base64url").slice(0, 22)}"`;
  const beside = 2 * key.length + bytesOfEntry + maxVariants * bytesOfReady + tags.length * bytesOfTag;
  return {
    key,
    status,
    headers: { "content-type": contentType, ...headers },
    etag,
    tags,
    plain,
    bytes: plain.length * (1 + compressedShare) + beside,
    compressed: {},
    ready: new Map(),
  };
}

/** The smallest form that a client takes. */
export const encodingFor = (accepted = ""): Encoding | null =>
  accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : null;

function compressFast(encoding: Encoding, plain: Buffer): Compressed {
  try {
    return { bytes: quickly[encoding](plain), small: false };
  } catch {
    return { bytes: null, small: false };
  }
}

const small = (encoding: Encoding, plain: Buffer): Compressed => ({
  bytes: encodings[encoding](plain).catch(() => null),
  small: true,
});

/**
 * An answer in a form that the client takes. Most are asked for once: the first time it is compressed in a hurry, and well
 * when it is asked for again. What cannot be compressed is served as it is.
 * @param again whether it was kept already @returns `lasting` where there will be no smaller form
 */
export async function best(
  kept: CachedResponse,
  accepted: string | undefined,
  again: boolean,
): Promise<{ encoding: Encoding | null; bytes: Buffer; lasting: boolean }> {
  const encoding = encodingFor(accepted);
  if (!encoding || kept.plain.length < worthCompressingBytes)
    return { encoding: null, bytes: kept.plain, lasting: true };
  const made = kept.compressed[encoding];
  if (!again && !made && kept.plain.length < worthHurryBytes)
    return { encoding: null, bytes: kept.plain, lasting: false };
  const form = again && !made?.small ? small(encoding, kept.plain) : (made ?? compressFast(encoding, kept.plain));
  kept.compressed[encoding] = form;
  const bytes = await form.bytes;
  return bytes ? { encoding, bytes, lasting: form.small } : { encoding: null, bytes: kept.plain, lasting: true };
}
