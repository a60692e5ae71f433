import { inkOn } from '@deskbell/protocol/widget/ink'

/** The style sheet of the pages that a mail leads to. `colour`: that of the channel's widget. */
export const styleOf = (colour: string): string =>
  `:root{color-scheme:light dark;--accent:${colour};--ink:${inkOn(colour)};--line:#8886;--bad:#b3261e}` +
  '@media(prefers-color-scheme:dark){:root{--bad:#ff8a80}}' +
  '*{box-sizing:border-box}' +
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:32em;margin:0 auto;padding:1.5em 1em;overflow-wrap:anywhere}' +
  'header{display:flex;align-items:center;gap:.6em;font-weight:600;margin-bottom:1.5em}' +
  'header img{width:2.25em;height:2.25em;object-fit:contain;border-radius:.4em}' +
  'h1,h2{font-size:1.25em;line-height:1.3;font-weight:600;margin:0 0 .8em}legend{padding:0}' +
  'fieldset{border:0;margin:0;padding:0;min-width:0}' +
  '.two{display:flex;flex-wrap:wrap;gap:.6em;margin-bottom:1em}' +
  '.two div{flex:1 1 9em;position:relative;display:flex}' +
  '.two input{position:absolute;inset:0;opacity:0;margin:0;width:100%;height:100%;cursor:pointer}' +
  '.two label{flex:1;display:flex;align-items:center;justify-content:center;gap:.5em;min-height:3.25em;padding:.5em 1em;' +
  'border:1px solid var(--line);border-radius:.75em;font-weight:600;text-align:center}' +
  '.two svg{width:1.5em;height:1.5em;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}' +
  '.two input:checked+label{background:var(--accent);color:var(--ink);border-color:var(--accent)}' +
  '.two input:focus-visible+label,textarea:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid;outline-offset:2px}' +
  'textarea{display:block;width:100%;min-height:6em;padding:.6em .75em;font:inherit;border:1px solid var(--line);border-radius:.75em;' +
  'background:Field;color:FieldText;resize:vertical;unicode-bidi:plaintext;text-align:start}' +
  'textarea+*,.two+button{margin-top:1em}' +
  'button{font:inherit;font-weight:600;min-height:2.75em;padding:.5em 1.5em;border:0;border-radius:.75em;' +
  'background:var(--accent);color:var(--ink);cursor:pointer}' +
  'summary{cursor:pointer;padding:.4em 0}details>form{margin-top:1em}' +
  '.wrong{color:var(--bad);font-weight:600}' +
  '@media(forced-colors:active){.two input:checked+label{outline:3px solid Highlight}}'
