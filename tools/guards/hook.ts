// Preloaded into a Node (`--import`, so that its workers and children have it too) to run code as if one guard had
// never been written: the lines marked with the id in WITHOUT_GUARD are empty.
import { registerHooks } from 'node:module'
import { withoutGuard } from './marks.ts'

const id = process.env['WITHOUT_GUARD']

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!id || !loaded.source || !url.startsWith('file:') || url.includes('/node_modules/')) return loaded
    const text = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString()
    return { ...loaded, source: withoutGuard(text, id) }
  },
})
