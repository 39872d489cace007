import { expect, test } from "vitest";
import type { LogEntry } from "#contract/backoffice/staff.ts";
import { logCsv } from "./export-log.ts";
import { requestOf } from "./log-filter.tsx";

const entry: LogEntry = {
  ...{ id: 1, at: "2026-11-28T18:20:05Z", address: "192.0.2.1", action: "PUT tags/{id}", operation: "changed" },
  ...{ actor: { id: "staff:1", kind: "staff", name: "=SUM(A1)" }, entity: "tag", entity_id: "7", change: {} },
};

test("LG01: the export has the full time in Vietnam, and no formula", () => {
  const [, row = ""] = logCsv((key) => key, [entry]).split("\r\n");
  expect(row).toContain('"2026-11-29 01:20:05","\'=SUM(A1)"');
});

test("LG01, SC08: a formula after a separator other than the comma is exported as text too", () => {
  const [, row = ""] = logCsv((key) => key, [{ ...entry, actor: { ...entry.actor, name: "An;=SUM(A1)" } }]).split(
    "\r\n",
  );
  expect(row).toContain(`"An;'=SUM(A1)"`);
});

test("LG01: an actor without a name and an action that changes no record are in words", () => {
  const job = { ...entry, actor: { id: "job", kind: "job" as const, name: null } };
  const texts: Record<string, string> = { "log_actors.job": "Job", "log_done.sign-in": "signed in" };
  const [, first = "", second = ""] = logCsv(
    (key) => texts[key] ?? key,
    [job, { ...entry, operation: "done", action: "sign-in" }],
  ).split("\r\n");
  expect(first).toContain('"Job","Job","log.changed"');
  expect(second).toContain('"signed in"');
});

test("LG01: a filter of an edited address that is no day is left out", () => {
  expect(requestOf({ from: "2026-11-28", to: "12026-11-28" })).toEqual({ from: "2026-11-27T17:00:00.000Z" });
  expect(requestOf({ from: "x", to: "" })).toEqual({});
});
