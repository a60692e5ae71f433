import { FILE_NAME_MAX } from '@deskbell/protocol'

const LONGEST = 1024
const FOLDERS = /^.*[/\\]/s
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i

/**
 * Cleans a file's name for storing, showing and saving (T11): no folders, no control characters, no characters that
 * reorder text, no device names, and at most 255 bytes of UTF-8, which every file system accepts.
 */
export function cleanName(given: string, fallback = 'file'): string {
  const name = given
    // The end of the name, which has the extension: the following steps scan each character several times (T30).
    .slice(-LONGEST) // guard T30
    .toWellFormed()
    .replace(FOLDERS, '') // guard T11
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') // guard T11
    .replace(BIDI, '') // guard T11
    .replace(/[<>:"|?*]/g, '_') // guard T11
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '') // guard T11
    .replace(DEVICE, '_$&') // guard T11
  return shorten(name, FILE_NAME_MAX) || fallback
}

/** Shortens the stem, so that the extension stays. */
function shorten(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : ''
  const stem = ending ? name.slice(0, dot) : name
  let room = bytes - Buffer.byteLength(ending)
  let kept = ''
  for (const character of stem) {
    room -= Buffer.byteLength(character)
    if (room < 0) break // guard T11
    kept += character
  }
  return kept.trimEnd() + ending
}

/** Adds the extension of the actual type: a picture named `x.html` is saved as `x.html.png`. */
export function withEnding(name: string, endings: readonly string[]): string {
  const [first] = endings
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return !first || endings.includes(ending) ? name : shorten(name, FILE_NAME_MAX - first.length - 1) + `.${first}`
}

/** The name as the last part of a link, only for readers of the link; the header below has the exact one. */
export function linkName(name: string): string {
  const plain = name
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .slice(-80)
    .replace(/^[._]+/, '')
  return plain || 'file'
}

export type Disposition = 'inline' | 'attachment'

/** RFC 6266 and 8187: an ASCII name for all clients, and the exact one as `filename*`. */
export function contentDisposition(disposition: Disposition, name: string): string {
  const plain = name
    .replace(/[^ -~]/g, '_') // guard T11
    .replace(/["\\%]/g, '_') // guard T11
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${whole}`
}
