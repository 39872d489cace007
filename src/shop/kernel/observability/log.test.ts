import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import { runWithRequestContext } from "./request-context.ts";

test("redacts personal data in errors; the line stays valid JSON with the error code and request id", () => {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line: string) => void lines.push(line) });
  const database = Object.assign(new Error('duplicate key value violates unique constraint "customer_email"'), {
    code: "23505",
    constraint: "customer_email",
    detail: "Key (lower(email))=(ngoc@example.com) already exists.",
    parameters: ["Ngọc Trần"],
  });
  const mail = new Error("550 5.1.1 <ngoc.tran+1@mail.example.com>: call 0912345678 or +84912345679", {
    cause: database,
  });
  runWithRequestContext({ id: "a-request", log }, () =>
    log.child({ at: 0.0912345678 }).error({ err: mail, ms: 84912345678 }, "x"),
  );
  log.info("outside");
  log.info({ path: "/c.secret%40example.com/ngoc%2Btran%40example.com" }, "encoded");
  const [within, outside] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.join()).not.toMatch(/secret|example|ngoc|Ngọc|912345678 or|84912345679/i);
  expect(within).toMatchObject({
    reqId: "a-request",
    at: 0.0912345678,
    err: { message: "550 5.1.1 <(address)>: call 0 or 0", cause: { code: "23505", constraint: "customer_email" } },
  });
  expect(outside).toMatchObject({ msg: "outside" });
  expect(outside).not.toHaveProperty("reqId");
});
