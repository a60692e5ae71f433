import type { onRequestAsyncHookHandler } from 'fastify'
import { nothingHere } from './routes.ts'

export interface OriginOptions {
  publicUrl: string
  filesUrl: string
  /**
   * Paths that may be asked for on the files' host too, because nothing about them rests on a cookie: the health
   * check, or channel addresses on a machine where people type 127.0.0.1 as often as localhost.
   */
  alsoOnFilesHost?: (path: string) => boolean
}

/**
 * Keeps files and the agent application on origins of their own, where the operator gave files one (T9): whatever a
 * file does in spite of everything, it finds no cookie, no page and no API beside it. An `onRequest` hook.
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
