import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { LogEntry } from "#contract/backoffice/staff.ts";
import en from "#contract/texts/backoffice.en.json" with { type: "json" };
import vi from "#contract/texts/backoffice.vi.json" with { type: "json" };
import { describeChange } from "./describe-change.ts";
import { groupEntries } from "./group-entries.ts";

const entry = (id: number, at: string, own: Partial<LogEntry> = {}): LogEntry => ({
  ...{ id, at: `2026-11-28T08:${at}Z`, address: "192.0.2.1", action: "POST price-changes", operation: "changed" },
  ...{ actor: { id: "staff:1", kind: "staff", name: "Hương" }, entity: "product", entity_id: String(id), change: {} },
  ...own,
});

test("SC07: what one request or task has changed is one entry of the activity log", () => {
  const other = { actor: { id: "staff:2", kind: "staff" as const, name: "Lan" } };
  const list = [
    entry(9, "20:05", other),
    entry(8, "20:04"),
    entry(7, "20:04"),
    entry(6, "20:02"),
    entry(5, "10:00"),
    entry(4, "10:00", { action: "PUT products/{id}" }),
  ];
  expect(groupEntries(list).map((group) => group.map(({ id }) => id))).toEqual([[9], [8, 7, 6], [5], [4]]);
});

test("LG01: every field whose values are recorded has a name in both languages", async () => {
  const script = await readFile("sql/audit/audit-log.sql", "utf8");
  const fields = [...script.matchAll(/^ {4}\['\w+', '\w+', '\w+', '([\w ]*)'\]/gm)].flatMap(([, names = ""]) =>
    names.split(" ").filter(Boolean),
  );
  expect(fields.length).toBeGreaterThan(90);
  for (const texts of [vi, en]) expect(Object.keys(texts.log_fields)).toEqual(expect.arrayContaining(fields));
});

test("LG01: changes are shown with the names of the fields, and amounts as everywhere", () => {
  const names: Record<string, string> = { "log_fields.sale_price": "Sale price", "log.not_recorded": "not recorded" };
  const box = [
    { vi: "Hộp", en: "Box" },
    { vi: "Hộp nhỏ", en: "Small box" },
  ];
  const change = {
    box,
    sale_price: [null, 310_000],
    status: ["draft", null],
    total: [5, 1_290_000],
    name: true,
    rows: 60,
  };
  expect(describeChange((key) => names[key] ?? key, change).map(({ field, text }) => `${field}: ${text}`)).toEqual([
    "box: Hộp / Box → Hộp nhỏ / Small box",
    "Sale price: 310.000\u00a0₫",
    "status: draft → —",
    "total: 5\u00a0₫ → 1.290.000\u00a0₫",
    "name: not recorded",
    "rows: 60",
  ]);
});

test("SC07: every kind of record in the audit log has a name in both languages", async () => {
  const script = await readFile("sql/audit/audit-log.sql", "utf8");
  const kinds = [...script.matchAll(/^ {4}\['\w+', '(\w+)', '\w+', '[\w ]*'\]/gm)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(40);
  for (const texts of [vi, en]) expect(Object.keys(texts.log_records)).toEqual(expect.arrayContaining(kinds));
});
