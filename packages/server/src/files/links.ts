import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import { linkName } from './name.ts'
import type { Variant } from './store.ts'

/** The reader of a link. It is part of the link, and checked again when the link is used (T12). */
export type Reader = `agent:${number}` | 'integrator' | 'bot' | 'visitor'

export interface Linked {
  readonly account: number
  readonly id: string
  readonly variant: Variant
  /** The chat of the file; undefined for a portrait. */
  readonly chat: number | undefined
  readonly reader: Reader
  /** The end of its validity, in milliseconds since the epoch. */
  readonly until: number
}

export interface LinkWanted {
  account: number
  id: string
  /** The stored name, shown in the link. */
  name: string
  chat?: number
  reader: Reader
  /** Minimum validity in milliseconds; a link is valid up to an hour longer. */
  forMs: number
  thumb?: boolean
}

export interface Links {
  /** An absolute address. Equal within an hour, so that browsers can cache the file. */
  link(wanted: LinkWanted): string
  /** Parses a path if its signature is right and it has not expired. The path must be undecoded. */
  check(path: string): Linked | undefined
}

export interface LinksOptions {
  /** Derived from SECRET_KEY for this purpose. */
  key: KeyObject
  /** Origin that files are served from. */
  filesUrl: string
  clock: Clock
}

const HOUR = 3600 * 1000
/** /files/account/chat/id/until/reader/signature/name; 0 for no chat; until in seconds. */
const PATH =
  /^(\/files\/(\d{1,10})\/(\d{1,10})\/([A-Za-z0-9]{22})(\.thumb)?\/(\d{10,11})\/([ibv]|a\d{1,10})\/)([0-9a-f]{32})(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,79})$/

/**
 * Addresses that give access to a file without signing in (T12): an unguessable id of 128 bits, under a signature of
 * 128 bits over all parts of the address. Everyone with the address can read the file, so it expires. The signature has
 * the form of the random part of a channel address, which the log never shows (T15).
 */
export function makeLinks({ key, filesUrl, clock }: LinksOptions): Links {
  const sign = (before: string, after: string) =>
    createHmac('sha256', key).update(`${before}\n${after}`).digest('hex').slice(0, 32)

  return {
    link({ account, id, name, chat = 0, reader, forMs, thumb }) {
      const until = (Math.ceil((clock.now() + forMs) / HOUR) * HOUR) / 1000
      const before = `/files/${account}/${chat}/${id}${thumb ? '.thumb' : ''}/${until}/${toToken(reader)}/`
      const after = `/${linkName(name)}`
      return filesUrl + before + sign(before, after) + after
    },

    check(path) {
      const found = PATH.exec(path)
      if (!found) return undefined
      const [, before = '', account, chat, id = '', thumb, until, token = '', signature = '', after = ''] = found
      const right = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(before, after)))
      if (!right) return undefined // guard T12
      if (Number(until) * 1000 <= clock.now()) return undefined // guard T12
      return {
        account: Number(account),
        id,
        variant: thumb ? 'thumb' : 'whole',
        chat: Number(chat) || undefined,
        reader: toReader(token),
        until: Number(until) * 1000,
      }
    },
  }
}

function toToken(reader: Reader): string {
  if (reader === 'integrator') return 'i'
  if (reader === 'bot') return 'b'
  if (reader === 'visitor') return 'v'
  return `a${reader.slice('agent:'.length)}`
}

function toReader(token: string): Reader {
  if (token === 'i') return 'integrator'
  if (token === 'b') return 'bot'
  if (token === 'v') return 'visitor'
  return `agent:${Number(token.slice(1))}`
}
