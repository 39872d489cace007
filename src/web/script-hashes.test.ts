import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashScripts, newScriptNonce } from "./script-hashes.ts";

const hashOf = (script: string): string => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

test("only scripts with the nonce of this rendering are hashed, and the page does not contain it", () => {
  const nonce = newScriptNonce();
  const page = [
    `<script nonce="${nonce}">own()</script>`,
    "<p>Nhẫn bạc<script>injected()</script>",
    `<script nonce="">empty()</script><script nonce="${newScriptNonce()}">guessed()</script>`,
    `<script nonce="${nonce}" type="text/plain" id="held-script">held()</script>`,
    `<script nonce="${nonce}" src="/assets/entry.js"></script></p>`,
  ].join("\n");
  const { html, hashes } = hashScripts(page, nonce);
  expect(hashes).toEqual([hashOf("own()"), hashOf("held()")]);
  expect(html).not.toContain(nonce);
  expect(html).toContain("<script>own()</script>");
});

test("each rendering has another nonce", () => {
  expect(newScriptNonce()).not.toBe(newScriptNonce());
});
