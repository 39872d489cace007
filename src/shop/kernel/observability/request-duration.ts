interface Times {
  labels: { method: string; route: string; status: string };
  /** how many took so long at most, by the bounds; the others are in the count alone */
  within: number[];
  count: number;
  sum: number;
}

/** A value as Prometheus' format has it. */
interface Value {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

const bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10] as const;

/**
 * A histogram of the requests answered, by the pattern of their route and the class of their status. prom-client's own sorts and
 * joins its labels for each value, which takes a sixth of the time of an answer that was ready: here it is one look into a map.
 */
export class RequestTimes {
  readonly name = "lianne_request_seconds";
  readonly help =
    "Requests answered: their number and how long they took, by the pattern of their route and the class of their status";
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly #times = new Map<string, Times>();

  observe(method: string, route: string, status: number, seconds: number): void {
    const hundreds = Math.floor(status / 100);
    const key = `${hundreds}${method}${route}`;
    let times = this.#times.get(key);
    if (!times) {
      times = { labels: { method, route, status: `${hundreds}xx` }, within: bounds.map(() => 0), count: 0, sum: 0 };
      this.#times.set(key, times);
    }
    times.count++;
    times.sum += seconds;
    const bound = bounds.findIndex((one) => seconds <= one);
    if (bound >= 0) times.within[bound] = (times.within[bound] ?? 0) + 1;
  }

  /** As the registry asks each of its metrics. */
  async get() {
    const { name, help, type, aggregator } = this;
    return {
      name,
      help,
      type,
      aggregator,
      values: [...this.#times.values()].flatMap((times) => this.#valuesOf(times)),
    };
  }

  #valuesOf({ labels, within, count, sum }: Times): Value[] {
    const bucket = (le: string | number, value: number): Value => ({
      metricName: `${this.name}_bucket`,
      labels: { le, ...labels },
      value,
    });
    let upTo = 0;
    return [
      ...bounds.map((bound, index) => {
        upTo += within[index] ?? 0;
        return bucket(bound, upTo);
      }),
      bucket("+Inf", count),
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
