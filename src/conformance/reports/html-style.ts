/** The page's only style sheet. Colours keep 4.5 to 1 against their background in both schemes. */
export const STYLE = `
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --box: #f6f8fa;
  --bad: #b3141d; --odd: #8a4600; --seen: #0a58b5; --good: #116329; }
@media (prefers-color-scheme: dark) { :root { --back: #0d1117; --text: #e6edf3; --soft: #9aa4af; --line: #3d444d;
  --box: #161b22; --bad: #ff8f87; --odd: #f0b04e; --seen: #79b8ff; --good: #6fdd8b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin-bottom: .5rem; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; }
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
a { color: var(--seen); }
code, pre { font: .875rem/1.45 ui-monospace, monospace; }
code, dd, h1, h3, p, td { overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .75rem; overflow-x: auto; background: var(--box); border: 1px solid var(--line);
  white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; } caption { text-align: left; font-weight: bold; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-top: 1px solid var(--line); }
td.count { text-align: right; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--soft); } dd { margin: 0; }
nav ul, .totals { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; list-style: none; margin: .75rem 0; padding: 0; }
nav li { padding-left: .5rem; border-left: .25rem solid var(--line); }
.totals li { flex: 1 1 14rem; padding: .5rem .75rem; border: 1px solid var(--line); background: var(--box); }
.trouble { margin: 1.5rem 0; padding: .25rem 1rem .75rem; border: 1px solid var(--bad); border-left-width: .4rem; }
.trouble h2 { margin-top: .5rem; } tbody th { font-weight: normal; } table { margin: 1rem 0; }
table.results { width: 100%; } table.results blockquote, table.results p { margin: 0; font-size: .875rem; }
table.families th, table.families td { padding-right: 1rem; } th.count { text-align: right; }
.group > summary { margin-top: 1.5rem; border-bottom: 1px solid var(--line); } summary h2 { display: inline; }
article { margin: .75rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-left: .4rem solid var(--line); }
article > p { margin: .25rem 0; }
blockquote { margin: .5rem 0; padding-left: .75rem; border-left: 2px solid var(--line); }
cite, .soft { color: var(--soft); font-style: normal; }
summary { cursor: pointer; } summary:focus-visible, a:focus-visible { outline: 2px solid var(--seen); }
.verdict { font-weight: bold; }
.fail, .harness-error { border-left-color: var(--bad); } .cannot-tell { border-left-color: var(--odd); }
.not-specified { border-left-color: var(--seen); } .pass { border-left-color: var(--good); }
tr:target, article:target { background: var(--box); }
.fail .verdict, .harness-error .verdict, .bad { color: var(--bad); } .cannot-tell .verdict { color: var(--odd); }
.not-specified .verdict { color: var(--seen); } .pass .verdict, .good { color: var(--good); }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dt { margin-top: .5rem; } }
@media print {
  :root { color-scheme: light; --back: #fff; --text: #000; --soft: #444; --line: #999; --box: #fff;
    --bad: #b3141d; --odd: #8a4600; --seen: #0a58b5; --good: #116329; }
  body { max-width: none; font-size: 10pt; padding: 0; } .skip { display: none; }
  h2, h3, summary { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;
