import { expect, test } from "vitest";
import { toInet } from "./client-address.ts";

test("an address has no zone; other texts, and a client that has disconnected, have no address", () => {
  expect(["192.0.2.1", "fe80::1%eth0", "a proxy's text", undefined].map(toInet)).toEqual([
    "192.0.2.1",
    "fe80::1",
    null,
    null,
  ]);
});
