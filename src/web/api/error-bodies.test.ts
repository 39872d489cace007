import { expect, test } from "vitest";
import { storeClient } from "#contract/client.ts";
import { keyVariants } from "#fixtures/testing/key-variants.ts";

const problem = {
  code: "rest_invalid_param",
  message: "Không hợp lệ.",
  data: {
    status: 400,
    params: { email: "Email không hợp lệ." },
    details: {
      email: { code: "rest_invalid_email", message: "Email không hợp lệ.", data: { fields: { email: "x" } } },
    },
    request_id: "r1",
  },
};
const failureOf = async (body: unknown) => {
  const store = storeClient(async () => ({ status: 400, header: () => null, body }), { lang: "vi" });
  const result = await store.cart();
  if (result.ok) throw new Error("the client accepted an error response");
  return result;
};

test("an error body keeps its parts, and any of them may be missing, null or of another type", async () => {
  expect(await failureOf(problem)).toEqual({ ok: false, status: 400, network: false, problem });
  for (const { name, key, document } of keyVariants(problem)) {
    const { problem: read, network } = await failureOf(document);
    expect(network, name).toBe(false);
    expect([typeof read.code, typeof read.message, read.data.status], name).toEqual(["string", "string", 400]);
    for (const part of [read.data.params ?? {}, read.data.details ?? {}]) expect(typeof part, name).toBe("object");
    // a part that is valid is not lost with another one
    if (key !== "message") expect(read.message, name).toBe(problem.message);
    if (key !== "code") expect(read.code, name).toBe(problem.code);
  }
});

test.each([null, [], "text", 7, {}, { data: null }])("any other error body (%j) is unexpected", async (body) => {
  expect((await failureOf(body)).problem).toEqual({ code: "unexpected_response", message: "", data: { status: 400 } });
});
