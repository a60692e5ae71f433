import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import { linkName } from './name.ts'
import type { Variant } from './store.ts'

/** Who is handed a link. It is part of the link, and asked after again when the link is used (T12). */
export type Reader = `agent:${number}` | 'integrator' | 'bot' | 'visitor'

export interface Linked {
  readonly account: number
  readonly id: string
  readonly variant: Variant
  /** The chat that the file belongs to; undefined for a portrait. */
  readonly chat: number | undefined
  readonly reader: Reader
  /** When it ends: milliseconds since the epoch. */
  readonly until: number
}

export interface LinkWanted {
  account: number
  id: string
  /** As it is kept; shown in the link. */
  name: string
  chat?: number
  reader: Reader
  /** Milliseconds it must hold; it holds up to an hour longer. */
  forMs: number
  thumb?: boolean
}

export interface Links {
  /** An absolute address. The same within an hour, so that browsers need not load the file again. */
  link(wanted: LinkWanted): string
  /** What a path says, when we made it and its time is not over. The path as it came, not decoded. */
  check(path: string): Linked | undefined
}

export interface LinksOptions {
  /** Made from SECRET_KEY for this alone. */
  key: Buffer
  /** Origin that files are served from. */
  filesUrl: string
  clock: Clock
}

const HOUR = 3600 * 1000
/** /files/account/chat/id/until/reader/signature/name; 0 for no chat; until in seconds. */
const PATH =
  /^(\/files\/(\d{1,10})\/(\d{1,10})\/([A-Za-z0-9]{22})(\.thumb)?\/(\d{10,11})\/([ibv]|a\d{1,10})\/)([0-9a-f]{32})(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,79})$/

/**
 * Addresses under which a file can be read without signing in (T12): a 128 bit id nobody can guess, under a 128 bit
 * signature of everything the address says. Whoever holds one holds the file, so it ends by itself. The signature
 * looks like the random part of a channel address, which the log never shows (T15).
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
