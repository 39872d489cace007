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
  name: "lianne_http_requests_shed_total",
  help: "Requests rejected with 503 by admission control, by priority",
  labelNames: ["priority"],
  registers,
});

export const requestsRateLimited = new Counter({
  name: "lianne_http_requests_rate_limited_total",
  help: "Requests rejected with 429, by the exceeded limit",
  labelNames: ["limit"],
  registers,
});

export const passwordChecks = new Counter({
  name: "lianne_password_hashes_total",
  help: "Passwords hashed, each of which takes about 20 ms of CPU",
  registers,
});

export const orders = new Counter({
  name: "lianne_orders_total",
  help: "Orders placed, by payment method",
  labelNames: ["method"],
  registers,
});

export const payments = new Counter({
  name: "lianne_payments_total",
  help: "Payments in a final state, by method and outcome",
  labelNames: ["method", "outcome"],
  registers,
});

export const webhooksRejected = new Counter({
  name: "lianne_payment_webhooks_rejected_total",
  help: "Payment webhooks rejected as forged, malformed or for another amount",
  labelNames: ["method"],
  registers,
});

export const clientRequests = new Histogram({
  name: "lianne_http_client_request_duration_seconds",
  help: "Duration of calls to other services, by service and outcome",
  labelNames: ["service", "outcome"],
  buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});

const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Gauge({ name, help, labelNames, registers });

/** Measured when the metrics are scraped, see collect-gauges.ts. */
export const gauges = {
  requestsInFlight: gauge("lianne_http_requests_in_flight", "Requests being processed, by priority", ["priority"]),
  requestsQueued: gauge("lianne_http_requests_queued", "Requests in the admission queue, by priority", ["priority"]),
  connections: gauge(
    "lianne_database_connections",
    "Database connections that are open and idle, and callers that wait for one",
    ["state"],
  ),
  databaseUp: gauge("lianne_database_up", "1 if the database responds", []),
  jobsWaiting: gauge("lianne_jobs_waiting", "Outbox jobs that are due, or wait for a retry, by kind", ["kind"]),
  jobsOldest: gauge("lianne_jobs_oldest_seconds", "Age of the oldest of these jobs, by kind", ["kind"]),
  jobsFailed: gauge("lianne_jobs_failed", "Outbox jobs that failed permanently, by kind", ["kind"]),
  scheduledJobDelay: gauge("lianne_scheduled_job_delay_seconds", "Delay of a recurring job behind its schedule", [
    "job",
  ]),
};

export const cacheRequests = new Counter({
  name: "lianne_response_cache_requests_total",
  help: "Cacheable responses: served from the cache (hit) or loaded (miss)",
  labelNames: ["result"],
  registers,
});
