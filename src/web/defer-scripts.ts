/**
 * A page is seen, and its links and forms work, without scripts. They are asked for once it has been drawn: on a weak
 * signal nothing of them is in the way of the style, the letters and the first picture. See docs/decisions/0016.
 */

/** told to the window when React has taken over the page */
export const hydrated = "hydrated";

/** how long a page waits for its pictures, or a hidden one to be drawn, before its scripts come all the same */
const patienceMs = 3_000;
/** what somebody does who must not wait */
const interactionEvents = ["pointerdown", "keydown", "focusin", "wheel", "touchmove"];
/** a button that does nothing without scripts */
const idleButton = 'button[type="button"]';
const heldId = "held-script";

interface Given {
  heldId: string;
  modules: readonly string[];
  patienceMs: number;
  interactionEvents: readonly string[];
  idleButton: string;
  hydrated: string;
}

/** Runs in the page, at its end: it may use nothing but what it is given. */
function startLate({ heldId, modules, patienceMs, interactionEvents, idleButton, hydrated }: Given): void {
  const drop = new AbortController();
  const start = (): void => {
    if (drop.signal.aborted) return;
    drop.abort();
    for (const href of modules) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href, fetchPriority: "low" });
      document.head.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    // word for word, so that its hash is one that the content security policy knows
    script.textContent = document.getElementById(heldId)?.textContent ?? "";
    document.head.append(script);
  };
  for (const deed of interactionEvents)
    addEventListener(deed, start, { passive: true, capture: true, signal: drop.signal });
  setTimeout(start, patienceMs);
  const loaded = new Promise((done) => addEventListener("load", done));
  const drawn = new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true }));
  // the picture that came last is drawn in the next frame; asking for the scripts is a task of its own after it
  void Promise.all([loaded, drawn]).then(() => requestAnimationFrame(() => setTimeout(start)));

  let press: { event: Event; button: HTMLButtonElement } | undefined;
  const keep = (event: Event): void => {
    const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>(idleButton);
    if (button) press = { event, button };
  };
  addEventListener("click", keep, true);
  addEventListener(hydrated, () => {
    removeEventListener("click", keep, true);
    // one that is still on its way is what made React hurry, and is heard by it
    if (press?.event.eventPhase === 0) press.button.click();
  });
}

const moduleScript = '<script type="module" async="">';
const modulePreload = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
const end = "</body>";

/**
 * The page with its scripts held back, and what lets them go. React Router has no setting for when they start.
 * @param data the script that hands the loaders' data to the browser: the last before that
 */
export function deferScripts(html: string, data: string): string {
  const modules: string[] = [];
  const bare = html.replace(modulePreload, (_link, href: string) => {
    modules.push(href);
    return "";
  });
  const given: Given = { heldId, modules, patienceMs, interactionEvents, idleButton, hydrated };
  const place = bare.lastIndexOf(end);
  if (place < 0) throw new Error("a page has no end, before which its scripts could stand");
  const page = bare.slice(0, place).replace(moduleScript, `<script type="text/plain" id="${heldId}">`);
  return `${page}${data}<script>(${startLate})(${JSON.stringify(given)})</script>${bare.slice(place)}`;
}
