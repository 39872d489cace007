import { use } from "react";
import { ScriptNonce } from "./script-nonce.ts";

/** Structured data for search engines. `<` is escaped, so that no text of the data can end the script. */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, escaped above
  return <script nonce={use(ScriptNonce)} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
