// npm run bench: compares the speed of a shop with many products and one with few. See bench/README.md.
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { findPostgres, startPostgres, type ThrowawayServer } from "#fixtures/testing/postgres-server.ts";
import { type MeasuredResponse, compare, type Summary, summarise } from "./measure.ts";
import { type Result, tableOf, writeReport } from "./report.ts";
import { depthCases, sizeCases } from "./requests.ts";
import { type BenchShop, openBenchShop } from "./shops.ts";

/** The maximum ratios: of a request with many products to one with few, and of a deep page to the first one. */
const limits = { size: 1.2, depth: 2 };
const deepPage = 500;

const { values } = parseArgs({
  options: {
    products: { type: "string", default: "100000" },
    few: { type: "string", default: "1000" },
    rounds: { type: "string", default: "150" },
    only: { type: "string", default: "" },
    server: { type: "string" },
  },
});
const sizes = { few: Number(values.few), many: Number(values.products) };
const rounds = Number(values.rounds);
const isSelected = ({ name }: { name: string }): boolean => name.includes(values.only);

type MeasuredRequest = (round: number) => Promise<MeasuredResponse>;

/** Measures further rounds, added to the earlier ones, while the confidence interval contains the limit. */
async function measureUntilConclusive(limit: number, base: MeasuredRequest, other: MeasuredRequest): Promise<Summary> {
  const times = await compare(rounds, base, other);
  for (let more = 3; more > 0; more--) {
    const { low, high } = summarise(times);
    if (high <= limit || low > limit) break;
    const further = await compare(rounds, base, other);
    times.base.push(...further.base);
    times.other.push(...further.other);
  }
  return summarise(times);
}

async function bySize(few: BenchShop, many: BenchShop): Promise<Result[]> {
  const results: Result[] = [];
  const ofMany = sizeCases(many.own);
  for (const [index, { name, path, as = "storefront" }] of sizeCases(few.own).entries()) {
    const other = ofMany[index];
    if (!other || !isSelected({ name })) continue;
    const summary = await measureUntilConclusive(
      limits.size,
      (round) => few.request(path(round), as),
      (round) => many.request(other.path(round), as),
    );
    results.push(report({ kind: "size", name, limit: limits.size, ...summary }));
  }
  return results;
}

async function byDepth({ request: send }: BenchShop): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, path, as = "storefront" } of depthCases.filter(isSelected)) {
    const summary = await measureUntilConclusive(
      limits.depth,
      () => send(path(1), as),
      () => send(path(deepPage), as),
    );
    results.push(report({ kind: "depth", name: `${name}, page ${deepPage}`, limit: limits.depth, ...summary }));
  }
  return results;
}

function report<R extends Summary & { name: string }>(result: R): R {
  console.log(
    `${result.name}: ${result.base.toFixed(2)} ms, ${result.other.toFixed(2)} ms, ×${result.ratio.toFixed(2)}`,
  );
  return result;
}

/** A given server keeps its databases for the next run; one that is started here is removed with them. */
async function findServer(): Promise<ThrowawayServer | null> {
  if (values.server) return { url: values.server, stop: async () => {} };
  const binaries = await findPostgres();
  return binaries ? startPostgres(binaries, { shared_buffers: "512MB", max_wal_size: "4GB" }) : null;
}

async function main(): Promise<number> {
  const server = await findServer();
  if (!server) {
    console.error("There is no PostgreSQL server here to measure on: install one, or name one with --server <url>.");
    return 2;
  }
  const shops: BenchShop[] = [];
  try {
    for (const size of [sizes.few, sizes.many])
      shops.push(await openBenchShop(server.url, size, (line) => console.log(line)));
    const [few, many] = shops;
    if (!few || !many) return 2;
    const load = loadavg()[0] ?? 0;
    const results = [...(await bySize(few, many)), ...(await byDepth(many))];
    const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${load.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`;
    console.log(`\n${tableOf(results, sizes)}`);
    // results of a part of the cases are not stored
    if (values.only === "") await writeReport({ ...sizes, rounds, machine, at: new Date().toISOString(), results });
    return results.every(({ ratio, limit }) => ratio <= limit) ? 0 : 1;
  } finally {
    for (const shop of shops) await shop.close();
    await server.stop();
  }
}

process.exitCode = await main();
