import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { JsonLd } from "./json-ld.tsx";

test("structured data cannot end its script or start another", () => {
  const name = `</script><script>alert("1")</script><!-- <img src=x>`;
  const html = renderToStaticMarkup(<JsonLd data={{ name }} />);
  expect(html.match(/<[^>]*>/g)).toEqual(['<script type="application/ld+json">', "</script>"]);
  expect(JSON.parse(html.replace(/^<[^>]*>|<\/script>$/g, ""))).toEqual({ name });
});
