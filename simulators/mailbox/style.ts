/** Styles of the mailbox's pages: a list on a phone, list and email side by side on wider screens. */
export const style = `
body{background:#f3f5f4;color:#1d2623}
a{color:#17614a}a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible{outline:3px solid #7fbfa8;outline-offset:2px}
header{background:#fff;border-bottom:1px solid #dde4e1}
header>div{max-width:76rem;margin:0 auto;padding:.9rem 1rem;display:flex;flex-wrap:wrap;gap:.75rem 1.25rem;align-items:center;justify-content:space-between}
.brand{font-size:1.25rem;font-weight:700;color:#17614a;text-decoration:none}
form{display:flex;gap:.5rem;flex:1 1 18rem;max-width:28rem;margin:0}
input,button{min-height:2.75rem;border-radius:.4rem;font:inherit;border:1px solid #a9b8b2;padding:.4rem .75rem;min-width:0}
input{flex:1;background:#fff;color:inherit}button{background:#17614a;border-color:#17614a;color:#fff;font-weight:600;cursor:pointer}
main{max-width:76rem;margin:0 auto;padding:1rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
ul{list-style:none;margin:0;padding:0;background:#fff;border:1px solid #dde4e1;border-radius:.6rem;overflow:hidden}
li+li{border-top:1px solid #e9eeec}
li a{display:block;padding:.8rem 1rem;color:inherit;text-decoration:none}li a:hover{background:#f3f8f6}li a[aria-current]{background:#e3f1ec;box-shadow:inset 3px 0 #17614a}
li strong,li span,li small{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
li strong{font-weight:600}li span{color:#4d5c56;font-size:.9rem}li small{color:#5c6a65;font-size:.8rem;font-variant-numeric:tabular-nums}
.side{display:grid;gap:.75rem;align-content:start;min-width:0}.side p{margin:0}
.reading .side{display:none}
article{background:#fff;border:1px solid #dde4e1;border-radius:.6rem;padding:1rem;min-width:0}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 .75rem;overflow-wrap:anywhere}
dl{margin:0 0 1rem;font-size:.9rem}dl div{display:flex;gap:.75rem;padding:.15rem 0}dt{color:#5c6a65;flex:0 0 5.5rem}dd{margin:0;overflow-wrap:anywhere;min-width:0}
iframe{display:block;width:100%;height:46rem;border:1px solid #dde4e1;border-radius:.4rem;background:#fff}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:.85rem/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;background:#f3f5f4;border-radius:.4rem;padding:.9rem}
summary{cursor:pointer;font-weight:600;min-height:2.75rem;display:flex;align-items:center;gap:.5rem}summary::before{content:"▸"}[open]>summary::before{content:"▾"}
.empty{padding:3rem 1rem;text-align:center;color:#5c6a65;background:#fff;border:1px dashed #c9d3cf;border-radius:.6rem;margin:0}
.pick{display:none}.back{display:inline-flex;align-items:center;min-height:2.75rem}
@media(min-width:56rem){main{grid-template-columns:minmax(0,22rem) minmax(0,1fr)}.reading .side{display:grid}.back{display:none}.pick{display:block}article{padding:1.5rem}}`;
