import { createHash } from 'node:crypto'
import type { BotInput } from '@deskbell/protocol/bot/incoming'
import type { Command } from '@deskbell/rules'
import type { Ids } from '../platform/ids.ts'

type Taken = BotInput & { kind: 'message' | 'invite' }

/** The command of a provider's event. `body` identifies repetitions (B5); without it, no request counts as one. */
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

/** Long enough that two requests of one chat within ten seconds do not collide. */
const digestOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)
