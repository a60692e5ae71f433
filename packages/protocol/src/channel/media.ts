import { own } from '../json.ts'
import { FILE_NAME_MAX, NAME_MAX } from '../limits.ts'
import { cutText } from '../text.ts'
import {
  invalidInput,
  isBlank,
  isHttpUrl,
  readCount,
  readLink,
  readOptional,
  readText,
  type InvalidInput,
  type Part,
} from './field.ts'

/** Types of a message that carry a file, and those that carry more than text (A16). */
export const FILE_TYPES = ['video', 'audio', 'voice', 'photo', 'sticker', 'document'] as const
export type FileType = (typeof FILE_TYPES)[number]
export const MEDIA_TYPES = [...FILE_TYPES, 'location'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

export interface IncomingMedia {
  kind: MediaType
  /** http(s) URL, as given. It may contain secrets of its host: never show or log it (A19). Absent for a location. */
  file?: string
  /** http(s) URL of a small picture; like `file`, never shown or logged. */
  thumb?: string
  /** As given, or the last part of the URL's path if it looks like a file name (A17). */
  name?: string
  /** Bytes, as given by the integrator. */
  size?: number
  emoji?: string
  /** Seconds. */
  duration?: number
  /** Pixels. */
  width?: number
  height?: number
  performer?: string
  title?: string
  /** Degrees. */
  latitude?: number
  longitude?: number
}

/** What the integrator left out, for the channel's log (A17). */
export type MediaNote = 'file_name_missing' | 'file_size_missing'

const EMOJI_MAX = 32
// Seconds and pixels are stored in four bytes.
const FIGURE_MAX = 2 ** 31 - 1

export function isMediaType(type: string): type is MediaType {
  return (MEDIA_TYPES as readonly string[]).includes(type)
}

/**
 * A17, A18: the tolerant parser of media. Only the fields needed to show it are required, unless the channel is strict.
 */
export function readMedia(
  part: Part,
  kind: MediaType,
  options: { strictMedia: boolean },
): { media: IncomingMedia; notes: MediaNote[] } | InvalidInput {
  const media: IncomingMedia = { kind }
  const notes: MediaNote[] = []
  const refused = kind === 'location' ? readPlace(part, media) : readFile(part, media, notes, options.strictMedia)
  if (refused) return refused
  readDetails(part, media)
  return { media, notes }
}

function readFile(part: Part, media: IncomingMedia, notes: MediaNote[], strict: boolean): InvalidInput | undefined {
  const file = readText(part, 'file')
  if (!file || isBlank(file)) {
    return invalidInput('file_required', '/message/file', `message.file is required for type "${media.kind}"`)
  }
  if (!isHttpUrl(file)) {
    const message = 'message.file must be an http:// or https:// URL of at most 2048 characters'
    return invalidInput('file_required', '/message/file', message)
  }
  media.file = file
  const name = readOptional(part, 'file_name', FILE_NAME_MAX)
  if (name === undefined && strict) return missing('file_name', 'a string')
  const shown = name ?? nameInUrl(file)
  if (shown !== undefined) media.name = shown
  const size = readCount(part, 'file_size')
  if (size === undefined && strict) return missing('file_size', 'a positive integer')
  if (size !== undefined) media.size = size
  if (name === undefined) notes.push('file_name_missing')
  if (size === undefined) notes.push('file_size_missing')
  return undefined
}

function missing(field: string, shape: string): InvalidInput {
  const message = `message.${field} is required, since the channel is set to strict media: ${shape}`
  return invalidInput('file_required', `/message/${field}`, message)
}

/**
 * The file's name from its address, if the last part of the path looks like a file name. Other parts may be secrets of
 * the host, and names are shown and logged (A19).
 */
function nameInUrl(file: string): string | undefined {
  const last = new URL(file).pathname.split('/').at(-1) ?? ''
  const name = decode(last)
  return /^[^/\\\p{Cc}]{1,200}\.[A-Za-z0-9]{1,5}$/u.test(name) ? cutText(name, FILE_NAME_MAX).text : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readPlace(part: Part, media: IncomingMedia): InvalidInput | undefined {
  for (const [key, most] of PLACE) {
    const value = own(part.fields, key)
    if (value === undefined || value === null || (typeof value === 'string' && isBlank(value))) {
      return invalidInput('file_required', `/message/${key}`, `message.${key} is required for type "location"`)
    }
    const degrees = toDegrees(value, most)
    if (degrees === undefined) {
      const message = `message.${key} must be a number from -${most} to ${most}`
      return invalidInput('invalid_field', `/message/${key}`, message)
    }
    media[key] = degrees
  }
  return undefined
}

const PLACE = [
  ['latitude', 90],
  ['longitude', 180],
] as const

/** A number or a decimal string within the range; undefined for anything else. */
function toDegrees(value: unknown, most: number): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,3}(\.\d{1,30})?$/u.test(value) ? Number(value) : value
  // Adding zero turns -0 into 0.
  return typeof number === 'number' && Math.abs(number) <= most ? number + 0 : undefined
}

/** The optional fields. Unusable ones are left out (A18). */
function readDetails(part: Part, media: IncomingMedia): void {
  const thumb = readLink(part, 'thumb')
  if (thumb !== undefined) media.thumb = thumb
  const emoji = readOptional(part, 'emoji', EMOJI_MAX)
  if (emoji !== undefined) media.emoji = emoji
  for (const key of ['duration', 'width', 'height'] as const) {
    const figure = readCount(part, key, FIGURE_MAX)
    if (figure !== undefined) media[key] = figure
  }
  for (const key of ['performer', 'title'] as const) {
    const text = readOptional(part, key, NAME_MAX)
    if (text !== undefined) media[key] = text
  }
  if (media.kind === 'location') {
    const file = readLink(part, 'file')
    if (file !== undefined) media.file = file
    return
  }
  const latitude = toDegrees(own(part.fields, 'latitude'), 90)
  const longitude = toDegrees(own(part.fields, 'longitude'), 180)
  if (latitude !== undefined && longitude !== undefined) Object.assign(media, { latitude, longitude })
}
