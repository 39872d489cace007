import { type Lang, simulatorPage } from "./document.ts";
import { html, type Markup } from "./markup.ts";

export interface FrameLook {
  lang: Lang;
  title: string;
  /** the gateway's name, as the head of the page shows it */
  brand: Markup;
  accent: string;
  /** a note that this is not a real gateway */
  notice: string;
}

const style = `
body{background:#f4f6f9;color:#1c2733}
a{color:var(--accent)}h1{font-size:1.25rem;line-height:1.3;margin:0 0 1rem}h2{font-size:1rem;margin:0 0 .5rem}p{margin:0 0 1rem}
header{background:#fff;border-bottom:1px solid #dfe5ec}
header>div,main{max-width:60rem;margin:0 auto;padding:1rem}
.brand{font-size:1.5rem;font-weight:800;letter-spacing:.01em;color:var(--accent)}
main{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
section{background:#fff;border:1px solid #dfe5ec;border-radius:.6rem;padding:1.25rem;min-width:0}
dl{margin:0}dl div{display:flex;justify-content:space-between;gap:1rem;padding:.45rem 0;border-bottom:1px solid #eef1f5}
dl div:last-child{border:0}dt{color:#526170}dd{margin:0;text-align:right;overflow-wrap:anywhere}
.amount{font-size:1.6rem;font-weight:700;font-variant-numeric:tabular-nums;margin:0 0 .75rem;color:var(--accent)}
label{display:block;font-weight:600;font-size:.9rem;margin:0 0 .9rem}
input{display:block;width:100%;min-height:2.9rem;margin-top:.3rem;padding:.5rem .75rem;border:1px solid #9aa8b7;border-radius:.4rem;font:inherit;font-weight:400;background:#fff;color:inherit}
input:focus-visible,button:focus-visible,summary:focus-visible,a:focus-visible{outline:3px solid color-mix(in srgb,var(--accent) 45%,#fff);outline-offset:2px}
.two{display:grid;align-items:end;gap:0 1rem;grid-template-columns:1fr 1fr}
button{min-height:2.9rem;width:100%;padding:.5rem 1rem;border:1px solid #b9c4d0;border-radius:.4rem;background:#fff;color:#1c2733;font:inherit;font-weight:600;cursor:pointer}
button:hover{background:#f2f5f9}button.main{background:var(--accent);border-color:var(--accent);color:#fff}button.main:hover{filter:brightness(.92)}
.stack{display:grid;gap:.6rem}.stack form{margin:0}
.cards{display:grid;gap:.5rem}.cards button{text-align:left;font-weight:400;line-height:1.35;padding:.6rem .8rem}
.cards strong{display:block}.cards span{color:#526170;font-size:.875rem;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.chosen{border-color:var(--accent)!important;box-shadow:inset 0 0 0 1px var(--accent)}
.alert{background:#fdecea;color:#8c1d18;border:1px solid #f3c2bd;border-radius:.4rem;padding:.7rem .9rem;margin:0 0 1rem}
.hint{color:#526170;font-size:.9rem}summary{cursor:pointer;font-weight:600;min-height:2.75rem;display:flex;align-items:center}
summary::-webkit-details-marker{display:none}summary::before{content:"▸";width:1.25rem}details[open]>summary::before{content:"▾"}
details .stack,details .cards{margin-top:.5rem}section>*+form,section>*+details{margin-top:1rem}
@media(min-width:48rem){main{align-items:start;grid-template-columns:minmax(0,5fr) minmax(0,7fr);padding:1.5rem 1rem}main.one{grid-template-columns:minmax(0,34rem);justify-content:center}
.cards{grid-template-columns:1fr 1fr}}`;

/** A gateway's page. @param sections side by side, or one below the other on a phone */
export const frame = ({ lang, title, brand, accent, notice }: FrameLook, sections: readonly Markup[]): string =>
  simulatorPage({
    lang,
    title,
    notice,
    style: `:root{--accent:${accent}}${style}`,
    head: html`<span class="brand">${brand}</span>`,
    body: html`<main class="${sections.length === 1 ? "one" : ""}">${sections.map((section) => html`<section>${section}</section>`)}</main>`,
  });
