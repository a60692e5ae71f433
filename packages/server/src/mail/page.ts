import type { InLanguage } from './words/mail-words.ts'

/** The content of a mail: texts are plain, `html` is safe. */
export interface Written {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The HTML document around it. It loads nothing, so that mail programs show it at once and reading is not tracked. */
export function page({ language, words }: InLanguage, body: string): string {
  return (
    `<!doctype html><html lang="${language}" dir="${words.dir}"><head>` +
    '<meta charset="utf-8"><meta name="color-scheme" content="light dark"><style>' +
    'body{font:15px/1.5 system-ui,sans-serif;max-width:42em;margin:1.5em auto;padding:0 1em}' +
    'th{text-align:start;font-weight:600;padding-inline-end:1em;vertical-align:top;white-space:nowrap}' +
    'hr{border:0;border-top:1px solid #8884;margin:1.25em 0}p{margin:.4em 0}time{opacity:.6;font-size:13px}' +
    `</style></head><body>${body}</body></html>`
  )
}
