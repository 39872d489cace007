import { scriptHashesHeader } from "#contract/script-hashes.ts";

/**
 * Allows only our own files, and the inline scripts that the program rendered by their hashes: a cached page cannot use nonces.
 * @param hashes separated by spaces
 */
function contentSecurityPolicy(hashes: string, secure: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes}`.trimEnd(),
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
const passedOn = /^(x-remix.*|link|content-language|retry-after|referrer-policy|x-robots-tag)$/;

/** Headers of a rendered page. @param secure whether the shop is served over https */
export const pageHeaders = (response: Response, secure: boolean): Record<string, string> => {
  const contentType = response.headers.get("content-type") ?? "text/html; charset=utf-8";
  const hashes = response.headers.get(scriptHashesHeader) ?? "";
  return {
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    ...(contentType.startsWith("text/html")
      ? { "content-security-policy": contentSecurityPolicy(hashes, secure) }
      : {}),
    ...Object.fromEntries([...response.headers].filter(([name]) => passedOn.test(name))),
  };
};
