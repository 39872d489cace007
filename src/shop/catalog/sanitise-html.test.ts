import { expect, test } from "vitest";
import { sanitiseHtml } from "./index.ts";

test("product HTML retains paragraphs, lists and emphasis, and no scripts or links", () => {
  const stored = "<p>Bạc <strong>925</strong><br /><em>nhẹ</em></p><ul><li>a</li></ul><ol><li>b</li></ol>";
  expect(sanitiseHtml(stored)).toBe(stored);
  const cleaned = {
    '<p onclick="x()" style="color:red">a</p>': "<p>a</p>",
    "<script>alert(1)</script><p>b</p>": "<p>b</p>",
    '<a href="javascript:x()">c</a>': "c",
    '<img src=x onerror="x()">d': "d",
    "<b>e</b><i>f</i>": "<strong>e</strong><em>f</em>",
    "<iframe src='//x'></iframe><svg><script>x</script></svg>g": "g",
  };
  for (const [html, expected] of Object.entries(cleaned)) expect(sanitiseHtml(html)).toBe(expected);
});
