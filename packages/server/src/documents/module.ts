import { DOCUMENTS } from '@deskbell/protocol/documents'
import type { Module } from '../module.ts'
import { sendAsset, toAsset, typeOf, type Asset } from '../platform/http/asset.ts'
import type { Services } from '../services.ts'

/** Any page may read them: they say nothing of this installation but its address. */
const HEADERS = {
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

/** OpenAPI and AsyncAPI documents of the interfaces. That of the agent API is served by the agent API. */
export function documents({ config }: Pick<Services, 'config'>): Module {
  return {
    name: 'documents',
    routes(app) {
      const made = new Map<string, Asset>()
      // Made before the server listens: making one takes milliseconds, for which a message would wait.
      app.addHook('onReady', async () => {
        for (const [path, make] of Object.entries(DOCUMENTS)) {
          const document = make(config.publicUrl)
          made.set(path, toAsset(Buffer.from(JSON.stringify(document)), typeOf(path)))
        }
      })
      for (const path of Object.keys(DOCUMENTS))
        app.get(path, (request, reply) => sendAsset(request, reply.headers(HEADERS), made.get(path)!))
    },
  }
}
