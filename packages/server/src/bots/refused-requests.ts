import { own, parseJson, type JsonObject } from '@deskbell/protocol/json'
import { BOT_REFUSALS, type BotRefusal } from '@deskbell/protocol/bot/errors'
import { cleanText } from '@deskbell/protocol/text'
import type { SandboxLine } from '@deskbell/protocol/agent/bot'
import type { FastifyRequest } from 'fastify'
import { bytesOf, sentType } from '../platform/http/any-body.ts'
import { hiding } from '../deliveries/http/hide.ts'
import { MASK, toKept } from '../deliveries/record.ts'
import type { BotRecord } from '../settings/directory.ts'
import { toRefusal, type Details, type Refusal } from './answer.ts'
import { authorizationsOf } from './credentials.ts'
import type { BotServices } from './services.ts'
import { parseEventId } from './event.ts'

/** A request that names no chat belongs to the last used sandbox conversation, if its last use is this recent (ms). */
const RECENT = 600_000
/** Concurrent writes. Refused requests beyond that are not recorded, so that a flood of them does not load the database. */
const AT_ONCE = 16

/**
 * Records refused requests of providers in the sandbox conversation that they belong to, with the reason. All methods
 * return immediately: the provider's answer does not wait for the write.
 */
export interface RefusedRequests {
  note(bot: BotRecord, request: FastifyRequest, why: BotRefusal, details?: Details): void
  /** A request with a token that no bot has. */
  noteUnknownToken(request: FastifyRequest, providerId: string): void
  /** Client credentials that no bot has. */
  noteCredentials(clientId: string, answer: Refusal): void
  close(): Promise<void>
}

type Services = Pick<BotServices, 'directory' | 'sandboxRows' | 'clock' | 'log'>

export function makeRefusedRequests({ directory, sandboxRows, clock, log }: Services): RefusedRequests {
  const writing = new Set<Promise<void>>()

  function write(bot: BotRecord, named: Named, line: SandboxLine): void {
    if (writing.size >= AT_ONCE || named === 'customer') return
    const done = append(bot, named, line)
      .catch((error: unknown) =>
        log.error({ err: error }, 'a refused request could not be recorded in its sandbox conversation'),
      )
      .finally(() => void writing.delete(done))
    writing.add(done)
  }

  async function append({ accountId, id }: BotRecord, named: Exclude<Named, 'customer'>, line: SandboxLine) {
    const sandbox = await sandboxRows.findByRequest(accountId, id, named, line.at - RECENT)
    if (sandbox !== undefined) await sandboxRows.append(accountId, sandbox, id, line)
  }

  const toLine = (url: string, { status, headers, body }: Refusal) => ({
    direction: 'in' as const,
    at: clock.now(),
    ms: 0,
    ok: false,
    url,
    status,
    response: { headers, body },
  })

  /** A request without the right secret may come from anyone, so its headers and body are not kept. */
  function writeUnauthenticated(
    isMeant: (bot: BotRecord) => boolean,
    line: ReturnType<typeof toLine>,
    verdict: string,
  ): void {
    const bots = directory.accounts().flatMap(({ id }) => directory.bots(id).filter(isMeant))
    // When accounts share the name, the request's account is unknown.
    if (bots.some(({ accountId }) => accountId !== bots[0]?.accountId)) return
    for (const bot of bots) write(bot, NOTHING, { ...line, verdict, event: '', request: { headers: {}, body: '' } })
  }

  return {
    note(bot, request, why, details) {
      if (writing.size >= AT_ONCE) return
      const body = bytesOf(request)
      const json = parseJson(body)
      const value = json.ok ? json.value : undefined
      write(bot, namedIn(value, bot), {
        ...toLine(urlOf(request, bot.providerId), toRefusal(why, details)),
        event: eventOf(value),
        verdict: `Refused: ${details?.message ?? BOT_REFUSALS[why].message}.`,
        request: toKeptRequest(request, bot, body),
      })
    },
    noteUnknownToken(request, providerId) {
      writeUnauthenticated(
        (bot) => bot.providerId === providerId,
        toLine(urlOf(request, providerId), toRefusal('token')),
        'Refused: the token at the end of the address is not the one of this bot. What the request held is not kept.',
      )
    },
    noteCredentials(clientId, answer) {
      writeUnauthenticated(
        ({ authorization }) => authorization?.clientId === clientId,
        toLine('/bot/oauth/token', answer),
        'Refused: no access token for this client id and secret. What the request held is not kept.',
      )
    },
    async close() {
      await Promise.all(writing)
    },
  }
}

const urlOf = ({ routeOptions }: FastifyRequest, providerId: string): string =>
  `/bot/${routeOptions.url?.includes('/providers/') ? 'providers' : 'webhooks'}/${providerId}/*`

type Named = { readonly chat: number | null; readonly client: number | null } | 'customer'
const NOTHING = { chat: null, client: null }

/** The chat or client that a request names, in the order of B1, even if the rest of it is invalid. */
function namedIn(value: JsonObject | undefined, { accountId }: BotRecord): Named {
  const chat = numberOf(value, 'chat_id')
  if (chat !== null) return { chat, client: null }
  const client = numberOf(value, 'client_id')
  if (client !== null) return { chat: null, client }
  const id = value && own(value, 'id')
  const event = typeof id === 'string' ? parseEventId(id) : undefined
  if (event?.sandbox !== undefined) return { chat: event.sandbox, client: null }
  return event?.account === accountId ? 'customer' : NOTHING
}

function numberOf(value: JsonObject | undefined, key: string): number | null {
  const id = value && own(value, key)
  const number = typeof id === 'number' || (typeof id === 'string' && /^\d{1,10}$/.test(id)) ? Number(id) : 0
  return Number.isInteger(number) && number >= 1 && number < 2 ** 31 ? number : null
}

function eventOf(value: JsonObject | undefined): string {
  const event = value && own(value, 'event')
  return typeof event === 'string' ? cleanText(event).slice(0, 64) : ''
}

/** The request with its secrets masked. */
function toKeptRequest(request: FastifyRequest, bot: BotRecord, body: Buffer): SandboxLine['request'] {
  const authorizations = authorizationsOf(request)
  const hide = hiding([bot.token, bot.authorization?.secret, ...authorizations.map((one) => one.replace(/^\S+ +/, ''))])
  const type = sentType(request)
  return {
    headers: {
      ...(type !== undefined && { 'content-type': hide.text(type) }),
      ...(authorizations.length > 0 && { authorization: authorizations.map(() => MASK).join(', ') }),
    },
    body: toKept(hide.bytes(body).toString('utf8')),
  }
}
