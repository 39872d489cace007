import { expect, test } from "vitest";
import { fromHtml, parseInline, toHtml } from "./markup.ts";

test("PR06 lightweight markup becomes the shop's HTML", () => {
  const text = "Nhẫn **bạc 925** của _Lianne_\ncó đá.\n\n- một\n- hai & ba\n\n1. đo\n2. đeo\n\nHết <script>.";
  expect(toHtml(text)).toBe(
    "<p>Nhẫn <strong>bạc 925</strong> của <em>Lianne</em><br />có đá.</p><ul><li>một</li><li>hai &amp; ba</li></ul>" +
      "<ol><li>đo</li><li>đeo</li></ol><p>Hết &lt;script&gt;.</p>",
  );
  expect(toHtml("Một viên đá.", true)).toBe("Một viên đá.");
  expect(toHtml("")).toBe("");
});

test("PR06 stored HTML becomes markup and the same HTML again", () => {
  const stored =
    "<p>Bạc <strong>925</strong>, <em>mạ</em></p><ul><li>một</li><li>hai</li></ul><ol><li>a</li><li>b</li></ol>";
  expect(fromHtml(stored)).toBe("Bạc **925**, _mạ_\n\n- một\n- hai\n\n1. a\n2. b");
  expect(toHtml(fromHtml(stored))).toBe(stored);
});

test("PR06 pasted HTML of other programs leaves its text, without scripts, styles and comments", () => {
  const pasted = `<html><head><title>x</title><style>p{}</style></head><body><!--StartFragment--><div><h2>Nhẫn</h2>
    <p class=MsoNormal><b>Bạc</b>&nbsp;925<o:p></o:p></p><script>alert(1)</script>
    <ul><li><p>một</p></li><li>hai &#8211; ba</li></ul><img src=x onerror=alert(1)></div></body></html>`;
  expect(fromHtml(pasted)).toBe("Nhẫn\n\n**Bạc** 925\n\n- một\n- hai – ba");
  expect(fromHtml("<".repeat(2000))).toBe("<".repeat(2000));
});

test("PR06 underscores and stars inside words are text", () => {
  expect(parseInline("ma_sp_01 và 2 * 3").map(({ style }) => style)).toEqual(["plain"]);
});
