import { createRequire } from "node:module";
import type prometheus from "prom-client";
import { RequestDurationHistogram } from "./request-duration.ts";

// the package's index also loads its cluster and trace metrics, which are not used here
const load = createRequire(import.meta.url);
const Registry = load("prom-client/lib/registry") as typeof prometheus.Registry;
const Counter = load("prom-client/lib/counter") as typeof prometheus.Counter;
const Gauge = load("prom-client/lib/gauge") as typeof prometheus.Gauge;
const Histogram = load("prom-client/lib/histogram") as typeof prometheus.Histogram;

/** All metrics of this process. Labels have few, predefined values: never an id, an address or text from a visitor. */
export const registry = new Registry();
const registers = [registry];

export const requests = new RequestDurationHistogram();
registry.registerMetric(requests as unknown as prometheus.Metric);

export const requestsShed = new Counter({
  name: "lianne_refused_total",
  help: "Requests refused with 503 because more was asked than can be done, by urgency",
  labelNames: ["urgency"],
  registers,
});

export const requestsRateLimited = new Counter({
  name: "lianne_limited_total",
  help: "Requests refused with 429, by the limit that they went over",
  labelNames: ["limit"],
  registers,
});

export const passwordChecks = new Counter({
  name: "lianne_password_hashes_total",
  help: "Passwords hashed, which costs some 20 ms of a core each",
  registers,
});

export const orders = new Counter({
  name: "lianne_orders_total",
  help: "Orders placed in the shop, by the way they are to be paid",
  labelNames: ["method"],
  registers,
});

export const payments = new Counter({
  name: "lianne_payments_total",
  help: "Payments that a gateway has said something final of, by method and outcome",
  labelNames: ["method", "outcome"],
  registers,
});

export const webhooksRejected = new Counter({
  name: "lianne_payment_notices_refused_total",
  help: "Messages about payments that were refused: forged, broken, or of another amount",
  labelNames: ["method"],
  registers,
});

export const clientRequests = new Histogram({
  name: "lianne_outgoing_seconds",
  help: "Calls to other services, by service and outcome",
  labelNames: ["service", "outcome"],
  buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});

const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Gauge({ name, help, labelNames, registers });

/** Measured when the metrics are scraped, see collect-gauges.ts. */
export const gauges = {
  requestsInFlight: gauge("lianne_at_work", "Requests worked on now, by urgency", ["urgency"]),
  requestsQueued: gauge("lianne_waiting", "Requests that wait for their turn, by urgency", ["urgency"]),
  connections: gauge("lianne_database_connections", "Connections to the database, and who waits for one", ["state"]),
  databaseUp: gauge("lianne_database_up", "1 where the database answers", []),
  jobsWaiting: gauge(
    "lianne_jobs_waiting",
    "Outbox work that is due, or was tried and waits for its next try, by kind",
    ["kind"],
  ),
  jobsOldest: gauge("lianne_jobs_oldest_seconds", "How long ago the oldest of it was asked for, by kind", ["kind"]),
  jobsFailed: gauge("lianne_jobs_failed", "Outbox work that failed for good, by kind", ["kind"]),
  scheduledJobDelay: gauge("lianne_recurring_late_seconds", "How late a recurring job is", ["job"]),
};

export const cacheRequests = new Counter({
  name: "lianne_cache_answers_total",
  help: "Answers that are the same for everybody: kept (hit), or made anew (miss)",
  labelNames: ["result"],
  registers,
});
