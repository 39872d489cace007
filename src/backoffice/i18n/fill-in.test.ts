import { expect, test } from "vitest";
import texts from "#contract/texts/backoffice.en.json" with { type: "json" };
import { fillIn } from "./fill-in.ts";

test("one thing is named in the singular", () => {
  const text = "{count} {count|order waits|orders wait} for {name}.";
  expect(fillIn(text, { count: 1, name: "Mai" })).toBe("1 order waits for Mai.");
  expect(fillIn(text, { count: 0, name: "Mai" })).toBe("0 orders wait for Mai.");
  expect(fillIn(text, { count: "500+", name: "Mai" })).toBe("500+ orders wait for Mai.");
  expect(fillIn("Only {count|the order|the {count} orders}.", { count: 7 })).toBe("Only the 7 orders.");
});

test("no English text counts with a plural alone", () => {
  const things =
    "orders|items|units|parcels|labels|prices|lines|cells|changes|photos|days|codes|actions|requests|records|variations|permissions|fields";
  // a number that is never one, or part of another
  const exceptions = /newest orders|matching orders|At most|items\} items|of \{\w+\}|\/\{|\} of orders/;
  const plural = new RegExp(String.raw`\{\w+\} (?:\w+ )?(?:${things})\b`);
  const wrong = Object.entries(texts).flatMap(([section, all]) =>
    Object.entries(all).flatMap(([name, text]) =>
      plural.test(text) && !exceptions.test(text) ? [`${section}.${name}: ${text}`] : [],
    ),
  );
  expect(wrong).toEqual([]);
});
