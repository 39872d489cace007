import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type SimulatorResponse, json } from "./server.ts";

/** A fault of a response. */
export interface ResponseFault {
  /** its probability, 0 to 1; 1 by default */
  chance?: number;
  /** delay of the response */
  slow_ms?: number;
  /** this status instead of the response */
  status?: number;
  /** the response is truncated */
  malformed?: boolean;
  /** the connection is closed without a response */
  dead?: boolean;
  /** with `status` or `dead`: the request is processed, only the response is lost */
  done?: boolean;
}

/** A fault of a notification to the shop. */
export interface NotificationFault<Kind extends string> {
  chance?: number;
  kind: Kind;
  /** the delay of a late notification */
  late_ms?: number;
  /** the number of wrong notifications before a correct one; all of them by default */
  times?: number;
}

type OneOrMore<T> = T | readonly T[];

/** The current faults; an empty object resets them. At most one of the faults of an endpoint occurs at a time. */
export interface Faults<Endpoint extends string, Kind extends string> {
  responses?: Partial<Record<Endpoint | "every", OneOrMore<ResponseFault>>>;
  notifications?: OneOrMore<NotificationFault<Kind>>;
}

const several = <T>(faults: OneOrMore<T> | undefined): readonly T[] =>
  faults === undefined ? [] : Array.isArray(faults) ? (faults as readonly T[]) : [faults as T];

/** The same number from 0 to 1 for the same seed and name, in any order of the calls. */
function draw(seed: number, name: string): number {
  const digest = createHash("sha256").update(`${seed}|${name}`).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** Decides which faults occur: for all payments, or for single ones. */
export class FaultInjector<Endpoint extends string, Kind extends string> {
  #seed = 1;
  #all: Faults<Endpoint, Kind> = {};
  readonly #own = new Map<string, Faults<Endpoint, Kind>>();
  readonly #counts = new Map<string, number>();

  /** Sets the faults of all payments, and removes those of single ones. */
  set(faults: Faults<Endpoint, Kind>, seed = 1): void {
    this.#all = faults;
    this.#seed = seed;
    this.#own.clear();
    this.#counts.clear();
  }

  /** Sets the faults of one payment, in place of those of all. */
  setFor(reference: string, faults: Faults<Endpoint, Kind>): void {
    this.#own.set(reference, faults);
  }

  get state(): { seed: number; all: Faults<Endpoint, Kind>; payments: Record<string, Faults<Endpoint, Kind>> } {
    return { seed: this.#seed, all: this.#all, payments: Object.fromEntries(this.#own) };
  }

  responseFault(endpoint: Endpoint, reference: string): ResponseFault | null {
    const { responses } = this.#faultsOf(reference);
    return this.#pick(several(responses?.[endpoint] ?? responses?.every), `${endpoint}|${reference}`);
  }

  notificationFault(reference: string): NotificationFault<Kind> | null {
    return this.#pick(several(this.#faultsOf(reference).notifications), `notification|${reference}`);
  }

  #faultsOf(reference: string): Faults<Endpoint, Kind> {
    return this.#own.get(reference) ?? this.#all;
  }

  #pick<F extends { chance?: number }>(faults: readonly F[], where: string): F | null {
    if (faults.length === 0) return null;
    const nth = (this.#counts.get(where) ?? 0) + 1;
    this.#counts.set(where, nth);
    let rest = draw(this.#seed, `${where}|${nth}`);
    for (const fault of faults) {
      rest -= fault.chance ?? 1;
      if (rest < 0) return fault;
    }
    return null;
  }
}

const broken = (status: number): SimulatorResponse => json(status, { message: "Internal Server Error" });

/**
 * Runs the handler with a fault. @param signal ends a long delay
 * @returns null if the connection is to be closed without a response
 */
export async function withFault(
  fault: ResponseFault | null,
  signal: AbortSignal,
  work: () => Promise<SimulatorResponse>,
): Promise<SimulatorResponse | null> {
  if (!fault) return work();
  const { slow_ms: slowMs = 0, status, malformed, dead, done } = fault;
  if (slowMs > 0) await pause(slowMs, undefined, { signal });
  const instead = dead ? null : status === undefined ? undefined : broken(status);
  if (instead !== undefined && !done) return instead;
  const response = await work();
  if (instead !== undefined) return instead;
  return malformed ? { ...response, body: response.body.slice(0, response.body.length / 2) } : response;
}
