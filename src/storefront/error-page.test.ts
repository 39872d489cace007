import Fastify from "fastify";
import { expect, test } from "vitest";
import { OverloadedError } from "#shop/kernel/load/admission-control.ts";
import { sendFailurePage } from "./error-page.ts";

test("an error is a problem document for programs, and a self-contained page for browsers", async () => {
  const pages = Fastify();
  pages.setErrorHandler(sendFailurePage);
  pages.get("/*", async () => {
    throw new OverloadedError("browsing");
  });
  const page = await pages.inject({ url: "/search?lang=en&keyword=%3Cb%3E", headers: { accept: "text/html" } });
  expect([page.statusCode, page.headers["retry-after"]]).toEqual([503, "2"]);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.body).toContain("The server is busy");
  expect(page.body).not.toMatch(/<script|<b>|keyword/);
  const data = await pages.inject({ url: "/search.data", headers: { accept: "text/html" } });
  expect(data.json()).toMatchObject({ code: "overloaded" });
  await pages.close();
});
