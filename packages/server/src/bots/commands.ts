import { createHash } from 'node:crypto'
import type { BotInput } from '@deskbell/protocol/bot/incoming'
import type { Command } from '@deskbell/rules'
import type { Ids } from '../platform/ids.ts'

type Taken = BotInput & { kind: 'message' | 'invite' }

/** What a provider asks of a chat, as a command. `body` tells repetitions (B5); without it none is one. */
export function toCommand(
  input: Taken,
  bot: { id: number; name: string },
  ids: Pick<Ids, 'letters'>,
  body: Uint8Array | undefined,
): Command {
  const who = { id: bot.id, name: bot.name }
  if (input.kind === 'invite') return { type: 'bot.invite', bot: who }
  const { message } = input
  return {
    type: 'bot.write',
    bot: who,
    id: ids.letters(22),
    text: message.text,
    ...(message.type === 'MARKDOWN' && { markdown: message.markdown }),
    ...(message.type === 'BUTTONS' && { title: message.title, buttons: message.buttons }),
    ...(body && { digest: digestOf(body) }),
  }
}

/** Enough of it that two requests of one chat within ten seconds are never taken for each other. */
const digestOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)
