import { type Reader, sql } from "#shop/kernel/db/database.ts";
import type { FieldProblem } from "./outcomes.ts";
import { wrong } from "./outcomes.ts";
import type { ScannedLine } from "./scan-lines.ts";

/** An existing product or variation. */
interface StoredItem {
  id: number;
  sku: string | null;
  kind: "product" | "variation";
  /** for a variation */
  productId: number | null;
  trashed: boolean;
}

/** A line with the row it updates or creates. */
export interface PlannedLine {
  scanned: ScannedLine;
  kind: "product" | "variation";
  /** of the existing row; null for a new one */
  id: number | null;
  /** of a new row, once assigned */
  newId: number | null;
}

/** A product's line with those of its variations: they are written together. Either may be missing. */
export interface Family {
  product: PlannedLine | null;
  /** for a product without a line of its own */
  productId: number | null;
  variations: PlannedLine[];
}

export interface Plan {
  families: Family[];
  /** lines that are invalid in themselves */
  failed: { scanned: ScannedLine; problems: readonly FieldProblem[] }[];
  /** every line that may be written, by SKU and by the id that it is written with */
  bySku: ReadonlyMap<string, PlannedLine>;
  byId: ReadonlyMap<number, PlannedLine>;
}

export const linesOf = ({ product, variations }: Family): PlannedLine[] =>
  product ? [product, ...variations] : variations;

async function findStored(reader: Reader, ids: readonly number[], skus: readonly string[]): Promise<StoredItem[]> {
  return reader.all<StoredItem>(sql`
    select id, sku, 'product' kind, null::integer "productId", status = 'trash' trashed from product
    where id = any(${ids}::integer[]) or sku = any(${skus}::text[])
    union all
    select v.id, v.sku, 'variation', v.product_id, v.status = 'trash' or p.status = 'trash'
    from variation v join product p on p.id = v.product_id
    where v.id = any(${ids}::integer[]) or v.sku = any(${skus}::text[])`);
}

/** The id in a reference such as `id:101`; null for a SKU. */
export const idOfReference = (reference: string): number | null => {
  const id = /^id:\s*(\d{1,10})$/i.exec(reference)?.[1];
  return id ? Number(id) : null;
};

interface KnownItems {
  byId: Map<number, StoredItem>;
  /** without those in the trash, whose SKUs may be reassigned */
  bySku: Map<string, StoredItem>;
}

async function loadKnown(reader: Reader, lines: readonly ScannedLine[]): Promise<KnownItems> {
  const parents = new Set(lines.map(({ parent }) => parent).filter(Boolean));
  const ids = new Set([
    ...lines.flatMap(({ id }) => id ?? []),
    ...[...parents].flatMap((one) => idOfReference(one) ?? []),
  ]);
  const skus = new Set([...lines.flatMap(({ sku }) => sku || []), ...parents]);
  const stored = await findStored(
    reader,
    [...ids].filter((id) => id < 2 ** 31),
    [...skus],
  );
  return {
    byId: new Map(stored.map((one) => [one.id, one])),
    bySku: new Map(stored.flatMap((one) => (one.sku && !one.trashed ? [[one.sku, one] as const] : []))),
  };
}

/** The existing row of a line, by id or else by SKU. */
function matchOf({ id, sku }: ScannedLine, known: KnownItems, problems: FieldProblem[]): StoredItem | undefined {
  const [byId, bySku] = [id === null ? undefined : known.byId.get(id), sku ? known.bySku.get(sku) : undefined];
  if (byId && bySku && byId !== bySku)
    problems.push(wrong("sku", `is that of #${bySku.id}, and the ID that of #${byId.id}.`));
  return byId ?? bySku;
}

function plannedLine(
  scanned: ScannedLine,
  known: KnownItems,
): { line: PlannedLine; problems: FieldProblem[]; match?: StoredItem | undefined } {
  const problems: FieldProblem[] = [...scanned.problems];
  const match = problems.length > 0 ? undefined : matchOf(scanned, known, problems);
  const kind = scanned.kind ?? match?.kind ?? (scanned.parent ? "variation" : "product");
  if (match && match.kind !== kind) {
    problems.push(wrong("type", `does not fit: #${match.id} is a ${match.kind}.`));
  }
  return { line: { scanned, kind, id: match?.id ?? null, newId: match ? null : scanned.id }, problems, match };
}

class Planner {
  readonly failed: Plan["failed"] = [];
  readonly bySku = new Map<string, PlannedLine>();
  readonly byId = new Map<number, PlannedLine>();
  readonly families = new Map<string, Family>();
  readonly known: KnownItems;

  constructor(known: KnownItems) {
    this.known = known;
  }

  /** A second line of the same product is a mistake: it would undo the first. */
  claim(line: PlannedLine): FieldProblem[] {
    const { sku } = line.scanned;
    const id = line.id ?? line.newId;
    const other = (id === null ? undefined : this.byId.get(id)) ?? (sku ? this.bySku.get(sku) : undefined);
    if (other) {
      return [wrong(line.scanned.id === null ? "sku" : "id", `is on line ${other.scanned.place.line} already.`)];
    }
    if (sku) this.bySku.set(sku, line);
    if (id !== null) this.byId.set(id, line);
    return [];
  }

  family(key: string, product: PlannedLine | null, productId: number | null): Family {
    const family = this.families.get(key) ?? { product, productId, variations: [] };
    this.families.set(key, family);
    return family;
  }

  fail({ scanned }: PlannedLine, problems: readonly FieldProblem[]): void {
    this.failed.push({ scanned, problems });
  }

  /** The product that a variation refers to: its line in the file, or the existing row. */
  private productOf(parent: string): PlannedLine | StoredItem | undefined {
    const id = idOfReference(parent);
    if (id !== null) return this.byId.get(id) ?? this.known.byId.get(id);
    return this.bySku.get(parent) ?? this.known.bySku.get(parent);
  }

  addVariation(line: PlannedLine, match: StoredItem | undefined): FieldProblem[] {
    const { parent } = line.scanned;
    const product = parent ? this.productOf(parent) : match?.productId && this.productOf(`id:${match.productId}`);
    if (!product && parent) {
      return [wrong("parent", `names ${parent}, which is the code or id of no product, in the file or in the shop.`)];
    }
    if (!product) return [wrong("parent", "must name the product of the variation: its SKU, or id: and its ID.")];
    if (product.kind === "variation") return [wrong("parent", `names ${parent}, which is a variation itself.`)];
    const planned = "scanned" in product ? product : null;
    if (match && product.id !== match.productId) {
      return [wrong("parent", `must stay #${match.productId}: a variation cannot move to another product.`)];
    }
    const key = planned ? `line ${planned.scanned.place.line}` : `id ${product.id}`;
    this.family(key, planned, planned ? null : product.id).variations.push(line);
    return [];
  }
}

/** Matches each line with a product or variation, and groups those of one product. */
export async function planLines(reader: Reader, scanned: readonly ScannedLine[]): Promise<Plan> {
  const planner = new Planner(await loadKnown(reader, scanned));
  const variations: { line: PlannedLine; match: StoredItem | undefined }[] = [];
  for (const one of scanned) {
    const { line, problems, match } = plannedLine(one, planner.known);
    if (problems.length === 0) problems.push(...planner.claim(line));
    if (problems.length > 0) planner.fail(line, problems);
    else if (line.kind === "variation") variations.push({ line, match });
    else planner.family(`line ${one.place.line}`, line, null);
  }
  // products first: a variation may precede its product in the file
  for (const { line, match } of variations) {
    const problems = planner.addVariation(line, match);
    if (problems.length > 0) planner.fail(line, problems);
  }
  const { failed, bySku, byId, families } = planner;
  return { failed, bySku, byId, families: [...families.values()] };
}
