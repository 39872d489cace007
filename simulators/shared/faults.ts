import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, json } from "./server.ts";

/** What goes wrong with an answer. */
export interface AnswerFault {
  /** how often it strikes, 0 to 1; always unless said */
  chance?: number;
  /** the answer is held back so long */
  slow_ms?: number;
  /** this status instead of the answer */
  status?: number;
  /** the answer is cut off in the middle */
  malformed?: boolean;
  /** the connection is dropped instead of the answer */
  dead?: boolean;
  /** with `status` or `dead`: what was asked for is done all the same, and only the answer is lost */
  done?: boolean;
}

/** What goes wrong with a notice to the shop. */
export interface NoticeFault<Kind extends string> {
  chance?: number;
  kind: Kind;
  /** for those that come late: how late */
  late_ms?: number;
  /** for those that say something wrong: how many tries do, before one is right; all of them unless said */
  times?: number;
}

type OneOrMore<T> = T | readonly T[];

/** What is wrong just now; an empty one puts all right. Of several faults of a place at most one strikes at a time. */
export interface Faults<Endpoint extends string, Kind extends string> {
  answers?: Partial<Record<Endpoint | "every", OneOrMore<AnswerFault>>>;
  notices?: OneOrMore<NoticeFault<Kind>>;
}

const several = <T>(faults: OneOrMore<T> | undefined): readonly T[] =>
  faults === undefined ? [] : Array.isArray(faults) ? (faults as readonly T[]) : [faults as T];

/** The same number for the same seed and name, 0 up to 1: no matter in which order things happen. */
function draw(seed: number, name: string): number {
  const digest = createHash("sha256").update(`${seed}|${name}`).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** Decides what goes wrong where: for everybody, or for single payments alone. */
export class FaultInjector<Endpoint extends string, Kind extends string> {
  #seed = 1;
  #all: Faults<Endpoint, Kind> = {};
  readonly #own = new Map<string, Faults<Endpoint, Kind>>();
  readonly #counts = new Map<string, number>();

  /** For everything from now on. What was said of single payments is forgotten. */
  set(faults: Faults<Endpoint, Kind>, seed = 1): void {
    this.#all = faults;
    this.#seed = seed;
    this.#own.clear();
    this.#counts.clear();
  }

  /** For one payment alone, instead of what goes for all. */
  setFor(reference: string, faults: Faults<Endpoint, Kind>): void {
    this.#own.set(reference, faults);
  }

  get state(): { seed: number; all: Faults<Endpoint, Kind>; payments: Record<string, Faults<Endpoint, Kind>> } {
    return { seed: this.#seed, all: this.#all, payments: Object.fromEntries(this.#own) };
  }

  answerFault(endpoint: Endpoint, reference: string): AnswerFault | null {
    const { answers } = this.#faultsOf(reference);
    return this.#strike(several(answers?.[endpoint] ?? answers?.every), `${endpoint}|${reference}`);
  }

  noticeFault(reference: string): NoticeFault<Kind> | null {
    return this.#strike(several(this.#faultsOf(reference).notices), `notice|${reference}`);
  }

  #faultsOf(reference: string): Faults<Endpoint, Kind> {
    return this.#own.get(reference) ?? this.#all;
  }

  #strike<F extends { chance?: number }>(faults: readonly F[], where: string): F | null {
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

const broken = (status: number): Answer => json(status, { message: "Internal Server Error" });

/**
 * Does the work and answers, as far as the fault lets it. @param signal cuts a long wait short
 * @returns null for a connection that is to be dropped
 */
export async function withFault(
  fault: AnswerFault | null,
  signal: AbortSignal,
  work: () => Promise<Answer>,
): Promise<Answer | null> {
  if (!fault) return work();
  const { slow_ms: slowMs = 0, status, malformed, dead, done } = fault;
  if (slowMs > 0) await pause(slowMs, undefined, { signal });
  const instead = dead ? null : status === undefined ? undefined : broken(status);
  if (instead !== undefined && !done) return instead;
  const answer = await work();
  if (instead !== undefined) return instead;
  return malformed ? { ...answer, body: answer.body.slice(0, answer.body.length / 2) } : answer;
}
