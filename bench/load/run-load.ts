import { type Child, startChild, type Usage } from "./child.ts";
import type { Drive } from "./load-generator.ts";
import type { Load } from "./loads.ts";

/** The measurement of one server under one load. Times in milliseconds, CPU in microseconds, memory in bytes. */
export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
  cpuPerRequest: number;
  /** of one core */
  cpuShare: number;
  rss: number;
  /** of the load generator's core: near 1, the load generator was the bottleneck */
  loadShare: number;
  /** statements sent to the database, where they were counted */
  roundTrips: number | null;
}

export interface Server {
  child: Child;
  url: string;
}

/** The length and number of rounds of each load. */
export interface Pace {
  rounds: number;
  seconds: number;
}

interface Counted extends Usage {
  roundTrips?: number;
}

const driver = (): Child => startChild("load-generator.ts", "load");
let driving: Child | undefined;
export const stopDriving = async (): Promise<void> => driving?.stop();

async function once({ child, url }: Server, load: Omit<Load, "url" | "seconds">, seconds: number) {
  driving ??= driver();
  const before = await child.request<Counted>("usage");
  const drive = await driving.request<Drive>("drive", { ...load, url, seconds });
  const after = await child.request<Counted>("usage");
  if (drive.errors > 0) throw new Error(`${drive.errors} unexpected responses of ${url}: ${drive.firstError}`);
  return { before, after, drive };
}
type Run = Awaited<ReturnType<typeof once>>;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

function summed(runs: readonly Run[]): Measured {
  const sum = (of: (run: Run) => number): number => runs.reduce((all, run) => all + of(run), 0);
  if (runs.every(({ drive }) => drive.requests === 0)) throw new Error("a server did not respond");
  const [requests, seconds] = [sum(({ drive }) => drive.requests), sum(({ drive }) => drive.seconds)];
  const cpu = sum(({ before, after }) => after.cpuMicros - before.cpuMicros);
  const trips = sum(({ before, after }) => (after.roundTrips ?? 0) - (before.roundTrips ?? 0));
  return {
    perSecond: requests / seconds,
    p50: median(runs.map(({ drive }) => drive.p50)),
    p99: median(runs.map(({ drive }) => drive.p99)),
    errors: sum(({ drive }) => drive.errors),
    cpuPerRequest: cpu / requests,
    cpuShare: cpu / 1e6 / seconds,
    rss: runs.at(-1)?.after.rss ?? 0,
    loadShare: sum(({ drive }) => drive.cpuMicros) / 1e6 / seconds,
    roundTrips: trips > 0 ? trips / requests : null,
  };
}

/** length of a warm-up round, by kind of load */
const warmUpSeconds = { read: 1, cart: 1, order: 2 };
/** maximum number of warm-up rounds */
const maxWarmUps = { read: 2, cart: 1, order: 12 };
/** warm-up ends when the CPU per request falls by less than this share from round to round */
const stillFalling = 0.03;

/**
 * Runs the load until V8 has compiled its code; an order runs through more code, and each connection has to plan its
 * statements, too.
 */
async function warmUp(server: Server, load: Omit<Load, "url" | "seconds">): Promise<void> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let slice = 0; slice < maxWarmUps[load.kind]; slice++) {
    const { cpuPerRequest } = summed([await once(server, load, warmUpSeconds[load.kind])]);
    if (cpuPerRequest > lowest * (1 - stillFalling)) return;
    lowest = cpuPerRequest;
  }
}

export interface Driven {
  server: Server;
  load: Omit<Load, "url" | "seconds">;
  /** it has just been measured under a load that runs the same code */
  warm?: boolean;
}

/**
 * Measures servers in turn, so that other work on the machine affects all of them.
 * @throws if a response is missing or wrong
 */
export async function driveInTurn(servers: readonly Driven[], { rounds, seconds }: Pace): Promise<Measured[]> {
  for (const { server, load, warm } of servers) if (!warm) await warmUp(server, load);
  const runs = servers.map((): Run[] => []);
  // the measured server comes first and last, its baseline in between
  const turns = servers.length > 1 ? rounds + 1 : rounds;
  for (let turn = 0; turn < turns; turn++) {
    const index = turn % servers.length;
    const { server, load } = servers[index] as Driven;
    runs[index]?.push(await once(server, load, seconds));
  }
  return runs.map(summed);
}
