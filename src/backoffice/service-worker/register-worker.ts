/** The part of Trusted Types that is used; browsers without them take the text. */
interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy };
  }
}

const workerUrl = "/admin/sw.js";

/**
 * Registers the service worker, with which the back office opens offline. Its scope is `/admin`, which includes the first screen; the
 * pages' content security policy allows its address alone as a script.
 */
export function registerAdminWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || import.meta.env.DEV) return;
  const rules: ScriptUrlPolicy = { createScriptURL: () => workerUrl };
  const policy = window.trustedTypes?.createPolicy("lianne-worker", rules) ?? rules;
  serviceWorker.register(policy.createScriptURL(workerUrl), { scope: "/admin", updateViaCache: "none" }).catch(() => {
    // service workers are forbidden, or the connection has been lost: the back office works without one
  });
}
