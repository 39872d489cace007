import type { Plugin, Rolldown } from "vite";

/**
 * What every first screen with a session loads one after another: the frame, Today, the data on the device, and the texts of the language
 * that a browser begins with. The texts would otherwise share the connection with the fonts.
 */
const firstModules =
  /\/(layout\/frame\.tsx|today\/today\.screen\.tsx|api\/offline\/update-orders\.ts)$|virtual:backoffice-texts\/vi\//;

/** The files of a chunk and of all that it imports. */
function filesOf(bundle: Rolldown.OutputBundle, name: string, files: Set<string>): void {
  const chunk = bundle[name];
  if (files.has(name) || chunk?.type !== "chunk") return;
  files.add(name);
  for (const imported of chunk.imports) filesOf(bundle, imported, files);
}

/** Names the files in the page, for the server: a browser with a session loads them with the page's own scripts (`first-files`). */
export const firstFiles = (): Plugin => ({
  name: "lianne:first-files",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const files = new Set<string>();
      for (const [name, chunk] of Object.entries(bundle))
        if (chunk.type === "chunk" && firstModules.test(chunk.facadeModuleId ?? "")) filesOf(bundle, name, files);
      const links = [...files]
        .filter((name) => !html.includes(name))
        .map((name) => `<link rel="modulepreload" crossorigin href="/admin/${name}">`);
      return html.replace("</head>", `<!--first-files ${links.join("")}-->\n  </head>`);
    },
  },
});
