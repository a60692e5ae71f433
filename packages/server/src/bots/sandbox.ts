import type { Sandbox, SandboxLine, SandboxStep } from '@deskbell/protocol/agent/bot'
import { BOT_REFUSALS } from '@deskbell/protocol/bot/errors'
import { parseBotEvent, type BotInput } from '@deskbell/protocol/bot/incoming'
import type { ProviderEvent } from '@deskbell/protocol/bot/outgoing'
import { own, parseJson } from '@deskbell/protocol/json'
import { cleanText } from '@deskbell/protocol/text'
import { toKept } from '../deliveries/record.ts'
import type { BotRecord } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { sandboxEventId } from './event.ts'
import type { Posted, PostToBot } from './post.ts'
import { toSandboxLine } from './sandbox-line.ts'
import type { SandboxRow, SandboxRows } from './sandbox-rows.ts'

const IN_THE_ANSWER = 'in the answer'

/** Sends events to a bot's provider for an admin who tries the bot, without a visitor or a chat. */
export interface BotSandbox {
  begin(bot: BotRecord): Promise<Sandbox>
  /** Undefined when this bot has no such conversation. */
  read(bot: BotRecord, id: number): Promise<Sandbox | undefined>
  /** Sends one event and waits for the HTTP answer. The bot's messages may come later. */
  step(bot: BotRecord, id: number, step: SandboxStep): Promise<Sandbox | undefined>
}

export function makeBotSandbox(tools: {
  sandboxRows: SandboxRows
  post: PostToBot
  clock: Clock
  ids: Ids
}): BotSandbox {
  const { sandboxRows, post, clock, ids } = tools

  async function find(bot: BotRecord, id: number): Promise<SandboxRow | undefined> {
    const row = await sandboxRows.read(bot.accountId, id)
    return row?.bot === bot.id ? row : undefined
  }

  const read = async (bot: BotRecord, id: number): Promise<Sandbox | undefined> => {
    const row = await find(bot, id)
    return row && toSandbox(row)
  }

  return {
    begin: async (bot) => toSandbox(await sandboxRows.begin(bot.accountId, bot.id, clock.now())),
    read,
    async step(bot, id, step) {
      const sandbox = await find(bot, id)
      if (!sandbox) return undefined
      const event = toEvent(sandbox, step, sandboxEventId(sandbox.id, ids.letters(16)), clock.now())
      if (step.event === 'CLIENT_MESSAGE') await sandboxRows.markAsked(bot.accountId, id, bot.id, clock.now())
      const posted = await post(bot, JSON.stringify(event))
      await sandboxRows.append(bot.accountId, id, bot.id, toLine(bot, event.event, posted))
      const said = posted.reply.ok && bot.answerInBody ? answerIn(bot, sandbox, posted, clock.now()) : undefined
      if (said) await sandboxRows.append(bot.accountId, id, bot.id, said)
      return read(bot, id)
    },
  }
}

const toSandbox = ({ id, client, lines }: SandboxRow): Sandbox => ({ id, client: String(client), lines: [...lines] })

function toEvent({ id: chat, client }: SandboxRow, step: SandboxStep, id: string, now: number): ProviderEvent {
  const head = { id, client_id: String(client), chat_id: String(chat) }
  if (step.event !== 'CLIENT_MESSAGE') return { event: step.event, ...head }
  const { text, button } = step
  const timestamp = Math.floor(now / 1000)
  const message = { type: 'TEXT' as const, text, ...(button !== undefined && { button_id: button }), timestamp }
  return { event: step.event, ...head, message }
}

function toLine(bot: BotRecord, event: string, { reply, record }: Posted): SandboxLine {
  const { at, ms, status, request, response } = record
  return {
    direction: 'out',
    at,
    ms: Math.round(ms),
    event,
    ok: reply.ok,
    verdict: verdictOf(bot, event, reply),
    url: request.url,
    status,
    request: { headers: request.headers, body: request.body },
    response,
  }
}

function verdictOf(bot: BotRecord, event: string, reply: Posted['reply']): string {
  if (reply.ok) return 'The provider accepted it.'
  if (event !== 'CLIENT_MESSAGE') return `The provider did not accept it: ${reply.reason}.`
  const tries = bot.attempts === 1 ? 'once' : bot.attempts === 2 ? 'twice' : 'three times'
  return `The provider did not accept it: ${reply.reason}. A visitor's message is tried ${tries}, then agents get the chat.`
}

/** B11. A body that is not an event is ignored; an event that is refused is shown with the reason. */
function answerIn(bot: BotRecord, sandbox: SandboxRow, { reply, record }: Posted, at: number): SandboxLine | undefined {
  const json = reply.ok ? parseJson(reply.body) : undefined
  if (!json?.ok || typeof own(json.value, 'event') !== 'string') return undefined
  const input = parseBotEvent(json.value)
  // As kept in the record: shortened, with secrets masked.
  const body = Buffer.from(record.response?.body ?? '')
  const refused = whyRefused(input, sandbox)
  if (refused === undefined && (input.kind === 'message' || input.kind === 'invite'))
    return { ...toSandboxLine(bot, input, body, at), url: IN_THE_ANSWER }
  const event = cleanText(String(own(json.value, 'event'))).slice(0, 64)
  return {
    direction: 'in',
    at,
    ms: 0,
    event,
    ok: false,
    verdict: `Refused: ${refused}.`,
    url: IN_THE_ANSWER,
    status: null,
    request: { headers: {}, body: toKept(body.toString('utf8')) },
    response: null,
  }
}

/** Undefined: the event is accepted. */
function whyRefused(input: BotInput, { id, client }: SandboxRow): string | undefined {
  if (input.kind === 'unsupported') return BOT_REFUSALS.event.message
  if (input.kind === 'invalid') return input.message
  const { chatId = String(id), clientId = String(client) } = input
  return chatId === String(id) && clientId === String(client)
    ? undefined
    : 'the answer to a message cannot name another chat'
}
