import type { LogEntry } from "#contract/backoffice/staff.ts";

type EntryGroup = [LogEntry, ...LogEntry[]];

/** A task writes its records one after the other; two requests of a person are further apart. */
const maxPauseMs = 3_000;

const isSameAct = (one: LogEntry, other: LogEntry): boolean =>
  one.actor.id === other.actor.id &&
  one.action === other.action &&
  one.address === other.address &&
  Math.abs(new Date(one.at).getTime() - new Date(other.at).getTime()) <= maxPauseMs;

/** Entries that one request or task has written, in the order of the list. */
export function groupEntries(list: readonly LogEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const entry of list) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    if (last && previous && isSameAct(previous, entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
