interface Series {
  labels: { method: string; route: string; status: string };
  /** for each bound, the requests above the previous bound and up to this one; slower ones are only in `count` */
  bucketCounts: number[];
  count: number;
  sum: number;
}

/** A sample in Prometheus' format. */
interface Value {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

const bucketBounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10] as const;

/**
 * Histogram of request durations by route pattern, method and status class. prom-client's own histogram sorts and joins
 * the labels for each observation, which takes a sixth of the time of a cached response; this one needs a single map
 * lookup.
 */
export class RequestDurationHistogram {
  readonly name = "lianne_http_request_duration_seconds";
  readonly help = "Duration of HTTP requests, by method, route pattern and status class";
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly #series = new Map<string, Series>();

  observe(method: string, route: string, status: number, seconds: number): void {
    const statusClass = Math.floor(status / 100);
    const key = `${statusClass}${method}${route}`;
    let series = this.#series.get(key);
    if (!series) {
      series = {
        labels: { method, route, status: `${statusClass}xx` },
        bucketCounts: bucketBounds.map(() => 0),
        count: 0,
        sum: 0,
      };
      this.#series.set(key, series);
    }
    series.count++;
    series.sum += seconds;
    const bound = bucketBounds.findIndex((one) => seconds <= one);
    if (bound >= 0) series.bucketCounts[bound] = (series.bucketCounts[bound] ?? 0) + 1;
  }

  /** Called by the registry for each scrape. */
  async get() {
    const { name, help, type, aggregator } = this;
    return {
      name,
      help,
      type,
      aggregator,
      values: [...this.#series.values()].flatMap((series) => this.#valuesOf(series)),
    };
  }

  #valuesOf({ labels, bucketCounts, count, sum }: Series): Value[] {
    const bucket = (le: string | number, value: number): Value => ({
      metricName: `${this.name}_bucket`,
      labels: { le, ...labels },
      value,
    });
    let cumulative = 0;
    return [
      ...bucketBounds.map((bound, index) => {
        cumulative += bucketCounts[index] ?? 0;
        return bucket(bound, cumulative);
      }),
      bucket("+Inf", count),
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
