import { DOCUMENTS } from '@deskbell/protocol/documents'
import type { Module } from '../module.ts'
import { sendAsset, toAsset, typeOf, type Asset } from '../platform/http/asset.ts'
import type { Services } from '../services.ts'
import { docsRoutes } from './docs/routes.ts'

/** Pages of any site may read the documents: they contain only the address of this installation. */
const HEADERS = {
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

/** The pages of `docs`, and the OpenAPI and AsyncAPI documents of the interfaces. That of the agent API is served by the agent API. */
export function documents({ config }: Pick<Services, 'config'>): Module {
  return {
    name: 'documents',
    routes(app) {
      docsRoutes(app)
      const made = new Map<string, Asset>()
      // Made before the server listens: making one takes milliseconds, in which the process answers no request.
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
