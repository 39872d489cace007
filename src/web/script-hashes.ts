import { hash, randomBytes } from "node:crypto";

/** A value for one rendering, which no text in the page can contain. */
export const newScriptNonce = (): string => randomBytes(16).toString("hex");

/**
 * Hashes the inline scripts with this nonce, the ones that the program rendered: a script that got into the page with a stored text
 * does not have it. The nonce is removed, since the page is cached for all visitors.
 * @returns hashes as the content security policy lists them
 */
export function hashScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const own = new RegExp(`<script(?=[^<>]*${attribute})(?![^<>]* src=)[^<>]*>([\\s\\S]*?)</script>`, "g");
  const hashes = [...html.matchAll(own)].map(([, script = ""]) => `'sha256-${hash("sha256", script, "base64")}'`);
  return { html: html.replaceAll(attribute, ""), hashes: [...new Set(hashes)] };
}
