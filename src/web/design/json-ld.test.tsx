import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { JsonLd } from "./json-ld.tsx";

test("no text of the structured data ends its script or begins another", () => {
  const name = `</script><script>alert("1")</script><!-- <img src=x>`;
  const html = renderToStaticMarkup(<JsonLd data={{ name }} />);
  expect(html.match(/<[^>]*>/g)).toEqual(['<script type="application/ld+json">', "</script>"]);
  expect(JSON.parse(html.replace(/^<[^>]*>|<\/script>$/g, ""))).toEqual({ name });
});
