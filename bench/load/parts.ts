import type { RecordedResponse } from "./baseline-server.ts";
import type { People } from "./accounts.ts";
import type { ReadCase } from "./reads.ts";
import { productsIn } from "./reads.ts";
import { minimum, maximum, type Engine, type LoadRow, loadRow, type Row } from "./row.ts";
import { driveInTurn, type Pace, type Server } from "./run-load.ts";
import { fetchRaw, browserHeaders, type Baselines } from "./servers.ts";

const connections = 32;
const none = { products: [], sessions: [] };

export interface Tools {
  pace: Pace;
  baselines: Baselines;
  /** called with each row as soon as it is measured */
  report<R extends Row>(row: R): R;
}

/** Cached responses, compared with `node:http` that sends the same bytes and headers. */
export async function readsFromCache(
  { pace, baselines, report }: Tools,
  { shop, engine, cases }: { shop: Server; engine: Engine; cases: readonly ReadCase[] },
): Promise<LoadRow[]> {
  const rows: LoadRow[] = [];
  for (const { name, paths, html } of cases) {
    const [path = ""] = paths;
    // requested twice: from the second response on, the cache responds
    await fetchRaw(shop.url, path, browserHeaders);
    const sent = await fetchRaw(shop.url, path, browserHeaders);
    await baselines.setResponses([sent]);
    const load = {
      kind: "read",
      connections,
      headers: browserHeaders,
      reads: [{ path }],
      expected: [sent],
      ...none,
    } as const;
    const [ours, baseline] = await driveInTurn(
      [
        { server: shop, load, warm: rows.length > 0 },
        { server: baselines.sends, load, warm: rows.length > 0 },
      ],
      pace,
    );
    if (!ours || !baseline) continue;
    const what = { group: html ? "public HTML, from the cache" : "catalogue JSON, from the cache", name, engine };
    rows.push(
      report(
        loadRow(what, { shop: ours, baseline }, ({ p99 }, ratio) =>
          html
            ? [minimum(ratio, 0.5, "of node:http")]
            : [minimum(ratio, 0.7, "of node:http"), maximum(p99, 10, "ms p99")],
        ),
      ),
    );
  }
  return rows;
}

/** Uncached responses, compared with Fastify and one SELECT of the same products. */
export async function readsUncached(
  { pace, baselines, report }: Tools,
  { shop, engine, cases }: { shop: Server; engine: Engine; cases: readonly ReadCase[] },
): Promise<LoadRow[]> {
  const rows: LoadRow[] = [];
  for (const { name, paths } of cases) {
    const responses: RecordedResponse[] = [];
    for (const path of paths) responses.push(await fetchRaw(shop.url, path, browserHeaders));
    const selects = responses.map((response) => ({ path: `/products?ids=${productsIn(response).join(",")}` }));
    const load = { kind: "read", connections, headers: browserHeaders, ...none } as const;
    const [ours, baseline] = await driveInTurn(
      [
        { server: shop, load: { ...load, reads: paths.map((path) => ({ path })), expected: responses } },
        { server: baselines.queries, load: { ...load, reads: selects }, warm: rows.length > 0 },
      ],
      pace,
    );
    if (!ours || !baseline) continue;
    const what = { group: "catalogue JSON, cache off", name, engine };
    rows.push(
      report(
        loadRow(what, { shop: ours, baseline }, (_shop, ratio) => [minimum(ratio, 0.5, "of Fastify with one SELECT")]),
      ),
    );
  }
  return rows;
}

/** The baseline of writes: Fastify with one durable INSERT, in the same PostgreSQL. */
const oneInsert = (baselines: Baselines, engine: Engine, warm: boolean) =>
  engine === "PostgreSQL"
    ? [
        {
          server: baselines.queries,
          load: { kind: "read", connections, headers: browserHeaders, reads: [{ path: "/write" }], ...none },
          warm,
        } as const,
      ]
    : [];

/** Items added to carts. */
export async function cartAdds(
  { pace, baselines, report }: Tools,
  { shop, engine, people }: { shop: Server; engine: Engine; people: People },
): Promise<LoadRow[]> {
  const load = {
    ...none,
    kind: "cart",
    connections,
    headers: browserHeaders,
    reads: [],
    products: people.products,
  } as const;
  const [ours, baseline] = await driveInTurn([{ server: shop, load }, ...oneInsert(baselines, engine, false)], pace);
  if (!ours) return [];
  return [
    report(
      loadRow(
        { group: "writes", name: "add to cart", engine },
        { shop: ours, baseline: baseline ?? null },
        ({ perSecond, roundTrips }) => [
          minimum(perSecond, engine === "PGlite" ? 500 : 1_000, "a second"),
          ...(roundTrips === null ? [] : [maximum(roundTrips, 2.05, "round trips")]),
        ],
      ),
    ),
  ];
}

/** Cash orders of logged-in customers. */
export async function cashOrders(
  { pace, baselines, report }: Tools,
  { shop, engine, people, stored }: { shop: Server; engine: Engine; people: People; stored: number },
): Promise<LoadRow[]> {
  const { sessions, products } = people;
  const load = { kind: "order", connections, headers: browserHeaders, reads: [], sessions, products } as const;
  const [ours, baseline] = await driveInTurn(
    [{ server: shop, load, warm: stored > 0 }, ...oneInsert(baselines, engine, stored > 0)],
    pace,
  );
  if (!ours) return [];
  const name = `cash order${stored > 0 ? `, ${stored} stored` : ""}`;
  return [
    report(
      loadRow(
        { group: "writes", name, engine },
        { shop: ours, baseline: baseline ?? null },
        ({ perSecond, p99, roundTrips }) =>
          engine === "PGlite"
            ? []
            : [
                minimum(perSecond, 250, "a second"),
                maximum(p99, 250, "ms p99"),
                ...(roundTrips === null ? [] : [maximum(roundTrips, 8.05, "round trips")]),
              ],
      ),
    ),
  ];
}
