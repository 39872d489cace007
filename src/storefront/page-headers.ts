import { hash } from "node:crypto";

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Allows only our own files, and this page's inline scripts by their hashes: a cached page cannot use nonces. */
function contentSecurityPolicy(html: string, secure: boolean): string {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, script = ""]) => `'sha256-${hash("sha256", script, "base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** response headers of the storefront that are passed on to the browser */
const passedOn = /^(x-remix.*|link|content-language)$/;

/** Headers of a rendered page. @param secure whether the shop is served over https */
export const pageHeaders = (response: Response, body: string, secure: boolean): Record<string, string> => {
  const contentType = response.headers.get("content-type") ?? "text/html; charset=utf-8";
  return {
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    ...(contentType.startsWith("text/html") ? { "content-security-policy": contentSecurityPolicy(body, secure) } : {}),
    ...Object.fromEntries([...response.headers].filter(([name]) => passedOn.test(name))),
  };
};
