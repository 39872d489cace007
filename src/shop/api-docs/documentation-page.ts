import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// Swagger UI from Fastify's plugin: its own package sends telemetry when it is installed
const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve("@fastify/swagger-ui")), "static");

const types: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "start.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

const start = `window.ui = SwaggerUIBundle({
  url: "/wp-json/docs/openapi.json",
  dom_id: "#documentation",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  withCredentials: true,
});
`;

/** One of the page's static files, or null. */
export async function documentationFile(name: string): Promise<{ type: string; bytes: Buffer } | null> {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (!type) return null;
  return { type, bytes: name === "start.js" ? Buffer.from(start) : await readFile(join(folder, name)) };
}

/** Everything is served by the shop itself. Swagger UI needs inline styles and data-URL images. */
export const pageHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
};

export const documentationPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Lianne: the store's interface</title>
<link rel="icon" href="/wp-json/docs/files/favicon-32x32.png">
<link rel="stylesheet" href="/wp-json/docs/files/swagger-ui.css">
</head>
<body>
<div id="documentation"></div>
<noscript>The documentation needs scripts; as a file it is <a href="/wp-json/docs/openapi.json">openapi.json</a>.</noscript>
<script src="/wp-json/docs/files/swagger-ui-bundle.js"></script>
<script src="/wp-json/docs/files/start.js"></script>
</body>
</html>
`;
