// The long run of the money scenario: 2,000 orders and 2,000 bank transfers, or as many as its options set. SEED repeats a run that failed.
import { parseArgs } from "node:util";
import { longRun } from "./suites/long-run.ts";

const { values } = parseArgs({
  options: { orders: { type: "string", default: "2000" }, transfers: { type: "string", default: "2000" } },
});

await longRun("e2e/money", { ORDERS: values.orders, TRANSFERS: values.transfers }, 3 * 60 * 60_000);
