import { TaggedCache } from "./tagged-cache.ts";

/** A database row in one version (its xmin). */
export interface Version {
  id: number;
  version: string;
}

/** A fragment as it was just rendered, with the version of the row that it was read from. */
export interface RenderedFragment<Value = object> extends Version {
  /** content of its JSON */
  value: Value;
}

interface Fragment {
  version: string;
  json: Buffer;
}

/** A kind of fragment in one language: its name here, and the tag that is invalidated when data outside the row changes. */
export interface FragmentKind {
  name: string;
  tagOf(id: number): string;
}

/** Not from Node's buffer pool: a short buffer would otherwise hold a slab of 8 kB in memory. */
function bufferOf(json: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  return bytes;
}

/** memory overhead of an entry */
const bytesOfEntry = 300;
const defaultMaxBytes = 6 * 1024 * 1024;

/**
 * Fragment cache: JSON of product cards, products and categories, which responses are assembled from. A fragment holds for one
 * version of its row, which every response queries from the database; data outside the row is invalidated by tag.
 */
export class FragmentCache extends TaggedCache<string, Fragment> {
  constructor(maxBytes = defaultMaxBytes) {
    super({ maxSize: maxBytes });
  }

  /**
   * JSON of the requested fragments, in their order.
   * @param render renders the fragments that are not cached; rows that it leaves out are left out of the result
   */
  async getAll(
    kind: FragmentKind,
    versions: readonly Version[],
    render: (ids: readonly number[]) => Promise<readonly RenderedFragment[]>,
  ): Promise<Buffer[]> {
    const found = new Map<number, Buffer>();
    const missing: number[] = [];
    for (const { id, version } of versions) {
      const fragment = this.get(`${kind.name} ${id}`);
      if (fragment?.version === version) found.set(id, fragment.json);
      else missing.push(id);
    }
    if (missing.length > 0) {
      await this.read(async (store) => {
        for (const { id, version, value } of await render(missing)) {
          const json = bufferOf(JSON.stringify(value));
          found.set(id, json);
          store(`${kind.name} ${id}`, { version, json }, [kind.tagOf(id)], json.length + bytesOfEntry);
        }
      });
    }
    return versions.flatMap(({ id }) => found.get(id) ?? []);
  }
}

const comma = Buffer.from(",");
/** Joins fragments to a JSON array. @param before, after text around the items */
export function jsonArrayOf(fragments: readonly Buffer[], before = "[", after = "]"): Buffer {
  const parts = fragments.flatMap((fragment, index) => (index === 0 ? [fragment] : [comma, fragment]));
  return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)]);
}

/** Parses `id.version id.version`, as statements return versions: one value instead of a hundred columns. */
export const versionsIn = (text: string | null): Version[] =>
  text
    ? text.split(" ").map((pair) => {
        const dot = pair.indexOf(".");
        return { id: Number(pair.slice(0, dot)), version: pair.slice(dot + 1) };
      })
    : [];
