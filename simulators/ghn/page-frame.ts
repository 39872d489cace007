import { type Lang, simulatorPage } from "#simulators/shared/document.ts";
import { html, type Markup } from "#simulators/shared/markup.ts";

const notices = {
  vi: "Mô phỏng của đơn vị vận chuyển GHN để dùng thử. Không có kiện hàng nào được gửi thật.",
  en: "A simulator of the carrier GHN, for trying the shop. No parcel is really sent.",
} as const;

const style = `
body{background:#f6f5f3;color:#20262c}
header{background:#fff;border-bottom:1px solid #e4e0da}header>div,main{max-width:72rem;margin:0 auto;padding:1rem}
.brand{font-size:1.35rem;font-weight:800;color:#b3440b}.brand small{font-weight:500;font-size:.875rem;color:#5f6670;margin-left:.5rem}
main{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}h1{font-size:1.25rem;margin:.25rem 0 0}
article{background:#fff;border:1px solid #e4e0da;border-radius:.6rem;padding:1.1rem;min-width:0;display:flex;flex-direction:column;gap:.8rem}
.top{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center;justify-content:space-between}
h2{font-size:1.05rem;margin:0;font-variant-numeric:tabular-nums;letter-spacing:.02em}
.badge{border-radius:99px;padding:.15rem .7rem;font-size:.8rem;font-weight:600;background:#fdeadd;color:#8a3206}
.badge.done{background:#e0f1e7;color:#1f5c3b}.badge.bad{background:#fbe4e2;color:#8f231b}
dl{margin:0;font-size:.92rem}dl div{display:flex;gap:1rem;justify-content:space-between;padding:.3rem 0;border-bottom:1px solid #f0ede8}
dl div:last-child{border:0}dt{color:#5f6670;flex:none}dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
ol{list-style:none;margin:0;padding:0 0 0 1.1rem;border-left:2px solid #ecd9ca;font-size:.9rem}
li{position:relative;padding:.1rem 0}li::before{content:"";position:absolute;left:-1.5rem;top:.5rem;width:.65rem;height:.65rem;border-radius:50%;background:#d9bda8}
li:last-child::before{background:#e2620f}li time{color:#5f6670;font-size:.82rem;font-variant-numeric:tabular-nums}
.next{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));margin-top:auto}.next form{margin:0;display:grid}
button,select{min-height:2.75rem;width:100%;padding:.4rem .8rem;border:1px solid #b8b2a9;border-radius:.4rem;background:#fff;color:#20262c;font:inherit;font-weight:600;cursor:pointer}
select{font-weight:400}button.main{background:#b3440b;border-color:#b3440b;color:#fff}button:hover{filter:brightness(.95)}
button:focus-visible,select:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid #e9a77a;outline-offset:2px}
details form{display:grid;gap:.5rem;grid-template-columns:minmax(0,1fr) auto}summary{cursor:pointer;font-size:.9rem;line-height:2.75rem}
.empty{padding:3rem 1rem;text-align:center;color:#5f6670;background:#fff;border:1px dashed #d5cfc6;border-radius:.6rem}
@media(min-width:46rem){main{grid-template-columns:1fr 1fr}main>h1,main>.empty{grid-column:1/-1}}
@media(min-width:70rem){main{grid-template-columns:repeat(3,1fr)}}
.label{background:#fff;max-width:26rem;margin:1.5rem auto;border:2px solid #20262c;padding:1.1rem}
.label .code{font:700 1.7rem/1.2 ui-monospace,monospace;letter-spacing:.08em;text-align:center;border-block:2px solid #20262c;padding:.5rem 0;margin:.7rem 0}
@media print{.notice,header{display:none}.label{margin:0;border-width:1px}}`;

/** The frame of the carrier's pages. */
export const pageFrame = (lang: Lang, title: string, body: Markup): string =>
  simulatorPage({
    lang,
    title,
    notice: notices[lang],
    style,
    head: html`<span class="brand">GHN<small>${lang === "vi" ? "mô phỏng" : "simulator"}</small></span>`,
    body,
  });
