import type { FastifyRequest } from "fastify";
import { afterEach, expect, test } from "vitest";
import { TestClock } from "#fixtures/testing/test-clock.ts";
import { RateLimits } from "./rate-limits.ts";

const request = { query: {}, cookies: {} } as FastifyRequest;
const addressOf = (index: number): string => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

const { entries, keys, values } = Map.prototype;
const iterate = Map.prototype[Symbol.iterator];
afterEach(() => {
  Object.assign(Map.prototype, { entries, keys, values, [Symbol.iterator]: iterate });
});

/** Counts the steps of all iterations over maps. */
function countSteps(): () => number {
  let steps = 0;
  function counted(this: Map<unknown, unknown>): MapIterator<[unknown, unknown]> {
    const inner = iterate.call(this);
    const next = inner.next.bind(inner);
    inner.next = () => {
      steps++;
      return next();
    };
    return inner;
  }
  Object.assign(Map.prototype, { entries: counted, [Symbol.iterator]: counted });
  return () => steps;
}

test("a new address costs the same work, however many addresses are known", () => {
  const limits = new RateLimits(new TestClock(), true);
  for (let index = 0; index < 100_000; index++) limits.consume(request, "loginByAddress", addressOf(index));
  const steps = countSteps();
  for (let index = 0; index < 1_000; index++) limits.consume(request, "loginByAddress", addressOf(200_000 + index));
  expect(steps()).toBeLessThan(10_000);
});

test("an address in use is still counted after very many others", () => {
  const limits = new RateLimits(new TestClock(), true);
  const guess = () => limits.consume(request, "loginByAddress", "192.0.2.1");
  for (let turn = 0; turn < 30; turn++) {
    guess();
    for (let index = 0; index < 5_000; index++)
      limits.consume(request, "searchByAddress", addressOf(turn * 5_000 + index));
  }
  expect(guess).toThrow(/Vui lòng chờ/);
});

test("an account is still counted after very many new addresses", () => {
  const limits = new RateLimits(new TestClock(), true);
  const guess = () => limits.consume(request, "loginByAccount", "customer:1");
  for (let turn = 0; turn < 10; turn++) guess();
  for (let index = 0; index < 100_000; index++) limits.consume(request, "loginByAddress", addressOf(index));
  expect(guess).toThrow(/Vui lòng chờ/);
});

test.each([
  [
    "192.0.2.1",
    ["::ffff:192.0.2.1", "::FFFF:c000:201", "0:0:0:0:0:ffff:192.0.2.1", "0::ffff:c000:0201", "::ffff:192.0.2.1%eth0"],
  ],
  ["2001:db8::1", ["2001:0db8:0:0:ffff::", "2001:db8:0:0:1:2:192.0.2.1", "2001:DB8::2%eth0"]],
])("%s has one window in every notation", (address, notations) => {
  const limits = new RateLimits(new TestClock(), true);
  for (let turn = 0; turn < 30; turn++) limits.consume(request, "loginByAddress", address);
  for (const other of notations)
    expect(() => limits.consume(request, "loginByAddress", other), other).toThrow(/Vui lòng chờ/);
  limits.consume(request, "loginByAddress", "::ffff:192.0.2.2");
  limits.consume(request, "loginByAddress", "2001:db8:0:1::1");
});
