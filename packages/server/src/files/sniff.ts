import { open } from 'node:fs/promises'
import type { PictureFormat } from './decode.ts'

/**
 * The type of a file by its content; the claimed name and type are ignored. A `picture` must be decoded before it may
 * be shown, `media` may be played by a browser, and `other` is only downloaded.
 */
export type Sniffed =
  | { readonly as: 'picture'; readonly format: PictureFormat; readonly mime: string; readonly endings: string[] }
  | { readonly as: 'media'; readonly mime: string; readonly endings: string[] }
  | { readonly as: 'other'; readonly mime: string; readonly endings: string[] }

const PICTURES: Record<string, { format: PictureFormat; mime: string; endings: string[] }> = {
  'image/jpeg': { format: 'jpeg', mime: 'image/jpeg', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/png': { format: 'png', mime: 'image/png', endings: ['png'] },
  // Shown by its first frame: the decoder does not support animated PNG.
  'image/apng': { format: 'png', mime: 'image/png', endings: ['png', 'apng'] },
  'image/gif': { format: 'gif', mime: 'image/gif', endings: ['gif'] },
  'image/webp': { format: 'webp', mime: 'image/webp', endings: ['webp'] },
}

/** Containers that browsers play and that cannot contain scripts. They are not decoded. */
const MEDIA: Record<string, { mime: string; endings: string[] }> = {
  'video/mp4': { mime: 'video/mp4', endings: ['mp4', 'm4v'] },
  'video/x-m4v': { mime: 'video/mp4', endings: ['m4v', 'mp4'] },
  'video/quicktime': { mime: 'video/quicktime', endings: ['mov', 'qt'] },
  'video/webm': { mime: 'video/webm', endings: ['webm'] },
  'video/ogg': { mime: 'video/ogg', endings: ['ogv', 'ogg'] },
  'audio/mpeg': { mime: 'audio/mpeg', endings: ['mp3', 'mp2', 'mpga'] },
  'audio/mp4': { mime: 'audio/mp4', endings: ['m4a', 'm4b', 'mp4'] },
  'audio/x-m4a': { mime: 'audio/mp4', endings: ['m4a', 'mp4'] },
  'audio/ogg': { mime: 'audio/ogg', endings: ['ogg', 'oga', 'opus', 'spx'] },
  'audio/ogg; codecs=opus': { mime: 'audio/ogg', endings: ['ogg', 'oga', 'opus'] },
  'audio/wav': { mime: 'audio/wav', endings: ['wav', 'wave'] },
  'audio/aac': { mime: 'audio/aac', endings: ['aac'] },
  'audio/flac': { mime: 'audio/flac', endings: ['flac'] },
}

const HEAD = 4096
/** Content that some reader would treat as a document although the file begins differently. */
const DOCUMENT = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|img|xsl:|\?xml-stylesheet)|%PDF-/i

export async function sniff(path: string): Promise<Sniffed> {
  const head = await readHead(path)
  const text = head.toString('latin1')
  // Loaded with the first file to save memory on an idle server.
  const { fileTypeFromFile } = await import('file-type')
  const type = await fileTypeFromFile(path, { maxBufferSize: 1024 * 1024 }).catch(() => undefined)
  const picture = type && PICTURES[type.mime]
  // The picture is re-encoded, so its header needs no check.
  if (picture) return { as: 'picture', ...picture }
  const media = type && MEDIA[type.mime]
  if (media && DOCUMENT.test(text)) return { as: 'other', mime: 'application/octet-stream', endings: [] } // guard T9
  if (media) return { as: 'media', ...media }
  return { as: 'other', mime: documentType(text) ?? type?.mime ?? textType(head), endings: [] }
}

/** For display only: the file is served for download whatever this says. */
function documentType(text: string): string | undefined {
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml'
  if (text.slice(0, 1024).includes('%PDF-')) return 'application/pdf'
  if (/^(?:[^<]{0,64})<(?:!doctype html|html|head|body|script|iframe)[\s>]/i.test(text)) return 'text/html'
  if (/^\s*(?:\u00ef\u00bb\u00bf)?<\?xml/.test(text)) return 'application/xml'
  if (/^(?:from|mime-version|content-type|subject):/im.test(text.slice(0, 512))) return 'message/rfc822'
  return undefined
}

function textType(head: Buffer): string {
  const readable = new TextDecoder('utf-8', { fatal: true })
  try {
    // The last character may be incomplete.
    const text = readable.decode(head, { stream: true })
    return /[\0-\x08\x0e-\x1a]/.test(text) ? 'application/octet-stream' : 'text/plain'
  } catch {
    return 'application/octet-stream'
  }
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
