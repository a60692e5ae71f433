import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** Types that browsers display; everything else is a document to download. */
const KINDS: Record<string, string> = {
  'image/png': 'photo',
  'image/jpeg': 'photo',
  'image/gif': 'photo',
  'image/webp': 'photo',
  'video/mp4': 'video',
  'video/webm': 'video',
  'audio/mpeg': 'audio',
  'audio/ogg': 'audio',
}
const BYTES_MOST = 200 * 1024 * 1024

/** Visitors' files, in memory, for Deskbell to fetch (A19). A real shop would store them on disk. */
export function makeUploads() {
  const files = new Map<string, { type: string; body: Buffer }>()
  let bytes = 0

  return {
    /** Stores a file under an unguessable address. `kind` is the message's type on the channel interface. */
    keep(name: string, type: string, body: Buffer): { kind: string; path: string } {
      const path = `/uploads/${randomBytes(16).toString('hex')}/${encodeURIComponent(name)}`
      files.set(path, { type, body })
      bytes += body.length
      for (const [old, { body }] of files) {
        if (bytes <= BYTES_MOST) break
        files.delete(old)
        bytes -= body.length
      }
      return { kind: KINDS[type] ?? 'document', path }
    },

    /** An uploaded file cannot act in a browser that opens it: no script, no guessed type. */
    serve(path: string, response: ServerResponse): boolean {
      const file = files.get(path)
      if (!file) return false
      const shown = file.type in KINDS
      response.writeHead(200, {
        'content-type': shown ? file.type : 'application/octet-stream',
        'content-disposition': shown ? 'inline' : 'attachment',
        'content-length': file.body.length,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
      })
      response.end(file.body)
      return true
    },
  }
}
