import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Ready } from "./ready-answers.ts";

/** An answer ready to be kept: its tags name what it was made from. */
export interface Cacheable {
  status: number;
  body: string;
  contentType: string;
  headers?: Record<string, string>;
  tags: readonly string[];
  /** false for an answer that lacks something that could not be had just now */
  keep?: boolean;
}

export interface Kept {
  key: string;
  status: number;
  headers: Record<string, string>;
  etag: string;
  tags: readonly string[];
  plain: Buffer;
  /** about what it takes of the memory */
  bytes: number;
  /** made when first asked for; calls inside the process ask for none */
  compressed: Partial<Record<Encoding, Promise<Buffer | null>>>;
  /** as it went out, by all that the requests said */
  ready: Map<string, Ready>;
}

const worthCompressingBytes = 1024;
/** in the order of what is smaller; at this quality a page of 100 kB takes some 2 ms, off the main thread */
const encodings = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
};
type Encoding = keyof typeof encodings;

/** What an entry costs beside its bytes; without it, a flood of tiny answers would never be too many. */
const bytesOfEntry = 1024;
const bytesOfTag = 150;
/** the compressed forms together, at most about so much of the plain one */
const compressedShare = 0.5;
/** An answer goes out in few forms; of more, which ever other addresses make, the oldest are let go. */
export const mostReady = 6;
const bytesOfReady = 1024;

export function keep({ status, body, contentType, headers, tags }: Cacheable, key: string): Kept {
  const plain = Buffer.from(body);
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const beside = 2 * key.length + bytesOfEntry + mostReady * bytesOfReady + tags.length * bytesOfTag;
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

/** The smallest form of an answer that the client takes. What cannot be compressed is served as it is. */
export async function best(kept: Kept, accepted?: string): Promise<{ encoding: Encoding | null; bytes: Buffer }> {
  const encoding = encodingFor(accepted);
  if (!encoding || kept.plain.length < worthCompressingBytes) return { encoding: null, bytes: kept.plain };
  kept.compressed[encoding] ??= encodings[encoding](kept.plain).catch(() => null);
  const bytes = await kept.compressed[encoding];
  return bytes ? { encoding, bytes } : { encoding: null, bytes: kept.plain };
}
