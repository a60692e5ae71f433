import type { SandboxLine } from '@deskbell/protocol/agent/bot'
import type { BotInput } from '@deskbell/protocol/bot/incoming'
import { toKept } from '../deliveries/record.ts'
import type { BotRecord } from '../settings/directory.ts'

type Taken = BotInput & { kind: 'message' | 'invite' }

/** An event of a provider in a sandbox conversation, as the admin reads it. */
export function toSandboxLine(bot: BotRecord, input: Taken, body: Buffer, at: number): SandboxLine {
  const path = bot.authorization ? 'providers' : 'webhooks'
  return {
    direction: 'in',
    at,
    ms: 0,
    event: input.kind === 'message' ? 'BOT_MESSAGE' : 'INVITE_AGENT',
    ok: true,
    verdict: input.kind === 'message' ? inWords(input) : 'The bot calls for an agent.',
    url: `/bot/${path}/${bot.providerId}/*`,
    status: 200,
    request: { headers: { 'content-type': 'application/json' }, body: toKept(body.toString('utf8')) },
    response: { headers: { 'content-type': 'application/json; charset=utf-8' }, body: '{"result":"ok"}' },
  }
}

function inWords({ message }: Taken & { kind: 'message' }): string {
  switch (message.type) {
    case 'TEXT':
      return 'The visitor reads this text.'
    case 'MARKDOWN':
      return 'The visitor reads this, with links, bold and italic.'
    case 'BUTTONS':
      return `The visitor may choose from ${message.buttons.length} prepared answers.`
  }
}
