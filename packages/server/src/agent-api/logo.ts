import type { FastifyInstance } from 'fastify'
import type { Files } from '../files/files.ts'
import { sendAsset, toAsset, type Asset } from '../platform/http/asset.ts'
import { sendNotFound } from '../platform/http/malformed.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'directory' | 'files'>

/**
 * GET /logo/:id: the logos of companies, which widgets and the pages before signing in show. The address names a file and no
 * path, and only a logo that an account uses now is found. Each is read once.
 */
export function logoRoutes(app: FastifyInstance, { directory, files }: Needs): void {
  const read = new Map<string, Asset>()
  directory.onChange(() => read.clear())

  async function find(id: string): Promise<Asset | undefined> {
    const known = read.get(id)
    if (known) return known
    if (!directory.accounts().some(({ logo }) => logo === id)) return undefined // guard T12
    const asset = await readLogo(files, id)
    if (asset) read.set(id, asset)
    return asset
  }

  app.get<{ Params: { id: string } }>('/logo/:id', async (request, reply) => {
    const asset = await find(request.params.id)
    if (!asset) return sendNotFound(reply)
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      // Widgets show it on the pages of other sites.
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    })
    return sendAsset(request, reply, asset)
  })
}

async function readLogo({ store }: Pick<Files, 'store'>, id: string): Promise<Asset | undefined> {
  const opened = await store.open(id, 'whole')
  if (!opened) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of opened.stream()) chunks.push(chunk as Buffer)
  return toAsset(Buffer.concat(chunks), 'image/png')
}
