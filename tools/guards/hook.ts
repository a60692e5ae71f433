// Preloaded into a Node (`--import`, so that its workers and children have it too) to run code as if one line had never
// been written: that which WITHOUT_GUARD names, `/path/of/file.ts:12`.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { withoutLine } from './marks.ts'

const [, path = '', line = ''] = /^(.*):(\d+)$/.exec(process.env['WITHOUT_GUARD'] ?? '') ?? []
const guarded = pathToFileURL(path).href

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== guarded || !loaded.source) return loaded
    const text = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString()
    return { ...loaded, source: withoutLine(text, Number(line)) }
  },
})
