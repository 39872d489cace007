import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { paymentMethods } from "#contract/payment-methods/index.ts";

/** Files of the registry, and of one method alone. "Adding a payment method" in docs/payments.md lists them. */
const allowed = [
  /^contract\/payment-methods\//,
  /^shop\/payments\/[a-z]+\//,
  /^shop\/payment-flow\/[a-z]+-routes\.ts$/,
  /^web\/i18n\/payment-methods\.ts$/,
  // "cod" is the key of an email text, a filter, a field or a kind of error here
  /^shop\/orders\/order-mails\.ts$/,
  /^shop\/workflow\/order-workflow\.ts$/,
  /^shop\/fulfilment\/parcels\/parcel-errors\.ts$/,
  /^contract\/backoffice\/parcel-views\.ts$/,
  /^backoffice\/parcels\/(filter-sheet\.tsx|sheet-filters\.ts)$/,
];

test("only the files of the payment method registry contain a method's id", () => {
  const root = join(import.meta.dirname, "../..");
  const literal = new RegExp(`(["'])(${paymentMethods.join("|")})\\1`);
  const code = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes(".test."),
  );
  const found = code.filter(
    (path) =>
      !allowed.some((pattern) => pattern.test(path)) &&
      readFileSync(join(root, path), "utf8")
        .split("\n")
        .some((line) => literal.test(line) && !/^\s*(\*|\/\/|\/\*\*)/.test(line)),
  );
  expect(found).toEqual([]);
});
