import type { Plugin } from 'vite'

/** Files of the first screen (`first-load.ts`). The page's script imports them when the language's words are there. */
const FIRST = new Set(['first', 'libraries', 'language', 'rolldown-runtime'])

/** The page fetches the scripts of the first screen at once, beside its own. */
export function preloadFirst(): Plugin {
  return {
    name: 'deskbell-preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && FIRST.has(file.name) && !html.includes(file.fileName)
            ? [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` } }]
            : [],
        ),
    },
  }
}
