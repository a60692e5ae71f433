import { setupJsonSchema } from '@deskbell/protocol/setup'
import type { FastifyInstance } from 'fastify'
import { sendAsset, toAsset, typeOf } from '../platform/http/asset.ts'

/** Editors in a browser may read it from any page: it contains nothing of this account. */
const HEADERS = {
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

/** Serves the JSON Schema of the setup file, which a setup file names as its `$schema`. Public. */
export function setupSchemaRoute(app: FastifyInstance): void {
  // Built at the start, because building it on demand would delay messages.
  const schema = toAsset(Buffer.from(JSON.stringify(setupJsonSchema())), typeOf('setup.schema.json'))
  app.get('/setup.schema.json', (request, reply) => sendAsset(request, reply.headers(HEADERS), schema))
}
