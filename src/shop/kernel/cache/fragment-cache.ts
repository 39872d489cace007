/** A row that a part is made from, in the version that the database has of it. */
export interface Version {
  id: number;
  version: string;
}

/** A part as it was just made, in the version that it was made from. */
export interface RenderedFragment<Value = object> extends Version {
  /** what its JSON says */
  value: Value;
}

interface Fragment {
  version: string;
  json: Buffer;
  tag: string;
}

/** What parts are of, in one language: their name here, and the tag that announces changes of what the row does not say. */
export interface Kind {
  name: string;
  tagOf(id: number): string;
}

/** In memory of its own: a short one would otherwise hold on to a piece of 8 kB with others in it that are gone. */
function bufferOf(json: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  return bytes;
}

/** what an entry costs beside its bytes */
const bytesOfPart = 300;
/** the tag of all there is */
export const ALL_TAGS = "catalogue";

/**
 * Parts that answers are put together from, as ready JSON: cards of products, categories. Each stands for a row of the
 * database and for what belongs to it. A part answers for the version of the row that it was made from alone, which every
 * answer asks the database for; what else it says is announced when it changes, as for answers that are kept whole.
 */
export class FragmentCache {
  readonly #kept = new Map<string, Fragment>();
  readonly #keysOfTag = new Map<string, Set<string>>();
  readonly #maxBytes: number;
  #bytes = 0;
  #hearing = false;
  /** how often anything was announced: what was read before may be old */
  #announced = 0;

  constructor(maxBytes = 6 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  /**
   * JSON of the parts that are asked for, in their order. @param make makes those that are not kept; what it leaves out is left out
   */
  async of(
    kind: Kind,
    asked: readonly Version[],
    make: (ids: readonly number[]) => Promise<readonly RenderedFragment[]>,
  ): Promise<Buffer[]> {
    const found = new Map<number, Buffer>();
    const missing: number[] = [];
    for (const { id, version } of asked) {
      const json = this.#use(`${kind.name} ${id}`, version);
      if (json) found.set(id, json);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const announced = this.#announced;
      for (const { id, version, value } of await make(missing)) {
        const json = bufferOf(JSON.stringify(value));
        found.set(id, json);
        if (this.#hearing && announced === this.#announced)
          this.#keep(`${kind.name} ${id}`, { version, json, tag: kind.tagOf(id) });
      }
    }
    return asked.flatMap(({ id }) => found.get(id) ?? []);
  }

  #use(key: string, version: string): Buffer | undefined {
    const part = this.#kept.get(key);
    if (part?.version !== version) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, part);
    return part.json;
  }

  #keep(key: string, part: Fragment): void {
    this.#forget(key);
    this.#kept.set(key, part);
    this.#bytes += part.json.length + bytesOfPart;
    const keys = this.#keysOfTag.get(part.tag) ?? new Set();
    this.#keysOfTag.set(part.tag, keys.add(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const part = this.#kept.get(key);
    if (!part) return;
    this.#kept.delete(key);
    this.#bytes -= part.json.length + bytesOfPart;
    const keys = this.#keysOfTag.get(part.tag);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOfTag.delete(part.tag);
  }

  /** Lets go of what an announcement may mean. */
  drop(tags: readonly string[]): void {
    this.#announced++;
    if (tags.includes(ALL_TAGS)) this.clear();
    for (const tag of tags) for (const key of [...(this.#keysOfTag.get(tag) ?? [])]) this.#forget(key);
  }

  /** Begins anew; nothing is kept while announcements are not heard. */
  hearing(yes: boolean): void {
    this.#hearing = yes;
    this.clear();
  }

  clear(): void {
    this.#announced++;
    this.#kept.clear();
    this.#keysOfTag.clear();
    this.#bytes = 0;
  }
}

/** What is kept beside whole answers, and stale with the same announcements. */
export type InvalidatableCache = Pick<FragmentCache, "hearing" | "drop" | "clear">;

const comma = Buffer.from(",");
/** A list of parts within what stands around it. */
export function jsonArrayOf(parts: readonly Buffer[], before = "[", after = "]"): Buffer {
  const pieces = parts.flatMap((part, index) => (index === 0 ? [part] : [comma, part]));
  return Buffer.concat([Buffer.from(before), ...pieces, Buffer.from(after)]);
}

/** `id.version id.version` as statements give them: one value, where a column each would be a hundred. */
export const versionsIn = (text: string | null): Version[] =>
  text
    ? text.split(" ").map((one) => {
        const dot = one.indexOf(".");
        return { id: Number(one.slice(0, dot)), version: one.slice(dot + 1) };
      })
    : [];
