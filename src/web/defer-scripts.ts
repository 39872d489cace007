/**
 * A page is visible, and its links and forms work, without scripts. They are loaded after the first paint, so that on a
 * slow connection they do not compete with the styles, the fonts and the first picture. See docs/decisions/0016.
 */

/** event on the window after hydration */
export const hydrated = "hydrated";

/**
 * scripts load after this time at the latest, even if pictures are still loading or a hidden page has not been painted
 */
const deferTimeoutMs = 3_000;
/** user interactions that load the deferred scripts at once */
const interactionEvents = ["pointerdown", "keydown", "focusin", "wheel", "touchmove"];
/** a button that does nothing before hydration */
const idleButton = 'button[type="button"]';
const heldId = "held-script";
/** pauses before scripts that could not be loaded are requested again; each is twice as long as the one before */
const [firstRetryMs, maxRetryMs] = [2_000, 30_000];

interface DeferOptions {
  heldId: string;
  modules: readonly string[];
  deferTimeoutMs: number;
  firstRetryMs: number;
  maxRetryMs: number;
  interactionEvents: readonly string[];
  idleButton: string;
  hydrated: string;
}

/** Runs inline at the end of the page: it may use only its argument. */
function startDeferred({
  heldId,
  modules,
  deferTimeoutMs,
  firstRetryMs,
  maxRetryMs,
  interactionEvents,
  idleButton,
  hydrated,
}: DeferOptions): void {
  const done = new AbortController();
  addEventListener(hydrated, () => done.abort());
  let pauseMs = firstRetryMs;
  let waits = false;
  const load = (): void => {
    const script = document.createElement("script");
    script.type = "module";
    script.onerror = retry;
    // verbatim, so that its hash is one that the content security policy allows
    script.textContent = document.getElementById(heldId)?.textContent ?? "";
    document.head.append(script);
  };
  // the connection was lost meanwhile: without another try the page would stay as the server rendered it
  const retry = (): void => {
    if (waits || done.signal.aborted) return;
    waits = true;
    const again = new AbortController();
    const loadAgain = (): void => {
      if (again.signal.aborted || done.signal.aborted) return;
      again.abort();
      waits = false;
      load();
    };
    addEventListener("online", loadAgain, { signal: again.signal });
    setTimeout(loadAgain, pauseMs);
    pauseMs = Math.min(maxRetryMs, pauseMs * 2);
  };
  // of an import() in these scripts
  addEventListener("unhandledrejection", retry, { signal: done.signal });

  const drop = new AbortController();
  const start = (): void => {
    if (drop.signal.aborted) return;
    drop.abort();
    for (const href of modules) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href, fetchPriority: "low" });
      document.head.append(link);
    }
    load();
  };
  for (const type of interactionEvents)
    addEventListener(type, start, { passive: true, capture: true, signal: drop.signal });
  setTimeout(start, deferTimeoutMs);
  const loaded = new Promise((done) => addEventListener("load", done));
  const drawn = new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true }));
  // the last picture is painted in the next frame; loading the scripts is a separate task after it
  void Promise.all([loaded, drawn]).then(() => requestAnimationFrame(() => setTimeout(start)));

  let press: { event: Event; button: HTMLButtonElement } | undefined;
  const holdClick = (event: Event): void => {
    const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>(idleButton);
    if (button) press = { event, button };
  };
  addEventListener("click", holdClick, true);
  addEventListener(hydrated, () => {
    removeEventListener("click", holdClick, true);
    // a click still being dispatched triggered the hydration and is replayed by React
    if (press?.event.eventPhase === 0) press.button.click();
  });
}

const moduleScript = /<script([^<>]*) type="module" async="">/;
const modulePreload = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
const end = "</body>";

/**
 * Removes a page's scripts and adds the inline script that loads them later. React Router has no setting for when they
 * start.
 * @param data the script that hands the loaders' data to the browser: the last one before that
 * @param nonce of the added script
 */
export function deferScripts(html: string, { data, nonce }: { data: string; nonce: string }): string {
  const modules: string[] = [];
  const bare = html.replace(modulePreload, (_link, href: string) => {
    modules.push(href);
    return "";
  });
  const retries = { firstRetryMs, maxRetryMs };
  const given: DeferOptions = { heldId, modules, deferTimeoutMs, ...retries, interactionEvents, idleButton, hydrated };
  const place = bare.lastIndexOf(end);
  if (place < 0) throw new Error("the page has no closing body tag");
  const page = bare.slice(0, place).replace(moduleScript, `<script$1 type="text/plain" id="${heldId}">`);
  return `${page}${data}<script nonce="${nonce}">(${startDeferred})(${JSON.stringify(given)})</script>${bare.slice(place)}`;
}
