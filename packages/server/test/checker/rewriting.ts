// Preloaded into the server (`--import`): applies the edits of EDITS to its sources, so that the product needs no
// switches for what a test breaks, slows or kills. An edit that fits nowhere, or in more than one place, ends the
// server with an error.
import { registerHooks } from 'node:module'
import type { Edit } from './edits.ts'

const edits = JSON.parse(process.env['EDITS'] ?? '[]') as Edit[]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const mine = edits.filter(({ of = 'server', file }) => url.endsWith(`/packages/${of}/src/${file}`))
    if (mine.length === 0 || !loaded.source) return loaded
    let text = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString()
    for (const { file, find, put } of mine) {
      const parts = text.split(find)
      if (parts.length !== 2) throw new Error(`An edit of ${file} fits in ${parts.length - 1} places: ${find}`)
      text = parts.join(put)
    }
    return { ...loaded, source: text }
  },
})
