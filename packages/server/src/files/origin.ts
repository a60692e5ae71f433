import type { onRequestAsyncHookHandler } from 'fastify'
import { nothingHere } from './routes.ts'

export interface OriginOptions {
  publicUrl: string
  filesUrl: string
  /**
   * Paths that are also served on the files' host, because they do not depend on cookies: the health check, or channel
   * addresses on a machine that is reached as 127.0.0.1 and as localhost.
   */
  alsoOnFilesHost?: (path: string) => boolean
}

/**
 * Separates files and the agent application by origin, if the operator configured one for files (T9): a malicious file
 * then finds no cookie, page or API on its origin. An `onRequest` hook.
 */
export function keepOriginsApart(options: OriginOptions): onRequestAsyncHookHandler {
  const { publicUrl, filesUrl, alsoOnFilesHost = () => false } = options
  const filesHost = new URL(filesUrl).host
  if (new URL(publicUrl).host === filesHost) return async () => {}
  const defaultPort = filesUrl.startsWith('https:') ? /:443$/ : /:80$/

  return async (request, reply) => {
    const path = (request.raw.url ?? '').replace(/[?#].*$/, '')
    const isFile = path.startsWith('/files/')
    const onFilesHost = request.host.toLowerCase().replace(defaultPort, '') === filesHost
    if (isFile && !onFilesHost) return nothingHere(reply) // guard T9
    if (!isFile && onFilesHost && !alsoOnFilesHost(path)) return nothingHere(reply) // guard T9
  }
}
