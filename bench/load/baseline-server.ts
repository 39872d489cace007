// The baselines: a `node:http` server that sends the same bytes, and Fastify with one indexed SELECT, or one durable
// INSERT.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import pg from "pg";
import { handleRequests, ownUsage } from "./child.ts";

/** A recorded response of the shop; the body in base64. */
export interface RecordedResponse {
  path: string;
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

const ready = new Map<string, { status: number; headers: Record<string, string | string[]>; body: Buffer }>();
const bytes = createServer((request, response) => {
  const recorded = ready.get(request.url ?? "");
  if (!recorded) return void response.writeHead(404).end();
  response.writeHead(recorded.status, recorded.headers).end(recorded.body);
});

const app = Fastify();
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
app.get("/products", async (request) => {
  const { ids } = request.query as { ids: string };
  const { rows } = await pool.query({
    name: "products",
    text: `select id, slug, name, regular_price, sale_price, price, in_stock, total_sales, created_at
           from product where id = any($1::integer[])`,
    values: [ids.split(",").map(Number)],
  });
  return rows;
});
const written = pool.query(`drop table if exists bench_baseline;
  create table bench_baseline (id bigint generated always as identity primary key, data jsonb not null, at timestamptz not null default now())`);
app.get("/write", async () => {
  await written;
  const { rows } = await pool.query({
    name: "write",
    text: "insert into bench_baseline (data) values ($1) returning id",
    values: [{ data: "about as many bytes as a line of a cart" }],
  });
  return rows;
});

const listen = (server: Server): Promise<string> =>
  new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
const addresses = Promise.all([listen(bytes), app.listen({ port: 0, host: "127.0.0.1" })]);

handleRequests({
  urls: async () => {
    const [sends, queries] = await addresses;
    return { sends, queries };
  },
  send: (responses: readonly RecordedResponse[]) => {
    ready.clear();
    for (const { path, status, headers, body } of responses)
      ready.set(path, { status, headers, body: Buffer.from(body, "base64") });
  },
  usage: ownUsage,
});
process.once("SIGTERM", () => process.exit());
