import { MESSAGE_ROUTES } from '@deskbell/protocol/agent/routes/messages'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { countCodePoints } from '@deskbell/protocol/text'
import type { Command } from '@deskbell/rules'
import { createHash } from 'node:crypto'
import { CommitRefused, type Committed, type Once } from '../conversation/commit/input.ts'
import { holderOf } from '../conversation/read/to-chat.ts'
import type { ChatRead } from '../conversation/read/chat-row.ts'
import { readEntry } from '../conversation/read/entries.ts'
import { Invalid } from '../platform/errors.ts'
import { storedFiles } from '../files/effects.ts'
import { agentOwner } from '../files/owner.ts'
import type { FileRow } from '../files/rows.ts'
import { notFound } from '../settings/change.ts'
import type { AgentServices, Api } from './services.ts'
import { serve } from './serve.ts'
import { findChat } from './access.ts'
import type { SignedIn } from './signed-in.ts'
import { receiveFile } from './upload.ts'

/** What agents write: text, files, and either once more when it was not delivered. */
export function messageRoutes(
  app: Api,
  services: Pick<AgentServices, 'commit' | 'db' | 'directory' | 'files' | 'ids'>,
): void {
  const { db, ids, commit, files } = services

  const authored = (who: SignedIn) => ({ type: 'agent.write' as const, agent: personOf(who), id: ids.uuid() })

  async function send(
    { account }: SignedIn,
    { id: chat }: ChatRead,
    command: Command,
    { once, file }: { once?: Once | undefined; file?: FileRow } = {},
  ): Promise<{ n: number }> {
    const brought = { ...(once && { once }), ...(file && { attached: [storedFiles.with([file])] }) }
    const done = await commit({ account, target: { chat }, command, ...brought })
    if (done.kind === 'done') return sentOf(done)
    // The first request brought the file that counts.
    if (file) await files.store.remove(file.id)
    return done.answer as { n: number }
  }

  serve(app, MESSAGE_ROUTES, {
    async sendText({ who, params, headers, body, may }) {
      const chat = await findChat(services, who, params.chat, may)
      const text = checkText(body.text)
      const once = onceOf(who, headers['idempotency-key'], ['text', chat.id, text])
      return send(who, chat, { ...authored(who), text }, { once })
    },
    async sendFile({ who, params, headers, request, may }) {
      const chat = await findChat(services, who, params.chat, may)
      // Nobody waits for 25 MB to hear what was clear before.
      mustHold(who, chat)
      const { uploaded, text } = await receiveFile(files, request, agentOwner(who.account, who.agent.id), chat.id)
      const { file, media } = uploaded
      try {
        checkLength(text)
        const { name, size } = file
        const once = onceOf(who, headers['idempotency-key'], ['file', chat.id, text, name, size])
        return await send(who, chat, { ...authored(who), text, media }, { once, file })
      } catch (error) {
        // Where nobody can say whether it was written, the file stays: one that is nobody's is swept.
        if (error instanceof CommitRefused || error instanceof Invalid) await files.store.remove(file.id)
        throw error
      }
    },
    async resendMessage({ who, params: { chat: id, n }, may }) {
      const chat = await findChat(services, who, id, may)
      const message = await db.asAccount(who.account, (tx) => readEntry(tx, who.account, id, n))
      if (message?.type !== 'message' || (message.from !== 'agent' && message.from !== 'bot')) throw notFound('message')
      const { type: _type, n: _n, at: _at, cutFrom: _cutFrom, theirId: _theirId, digest: _digest, ...sent } = message
      return send(who, chat, {
        type: 'agent.resend',
        agent: personOf(who),
        of: n,
        message: { ...sent, from: message.from },
      })
    },
  })
}

function sentOf({ entries }: Committed): { n: number } {
  const [entry] = entries
  if (!entry) throw new Error('a message made no entry')
  return { n: entry.n }
}

/** As the rules will say it under the chat's lock; here before a body is taken in. */
function mustHold({ agent }: SignedIn, { state }: ChatRead): void {
  const holder = holderOf(state)
  if (state.owner.kind === 'nobody') throw new CommitRefused('closed')
  if (!holder) throw new CommitRefused('not_yours')
  if (holder.id !== agent.id) throw new CommitRefused('taken', holder)
}

/** Whoever is signed in, as the log remembers them. */
export const personOf = ({ agent: { id, name } }: SignedIn) => ({ id, name })

/** A14: an agent's text is never cut; what is too long is refused, and so is what shows nothing. */
export function checkText(text: string): string {
  if (text.trim() === '') throw new Invalid('/text', { reason: 'message_empty' })
  return checkLength(text)
}

function checkLength(text: string): string {
  const length = countCodePoints(text)
  if (length <= AGENT_TEXT_MAX) return text
  throw new Invalid(
    '/text',
    `a message has at most ${AGENT_TEXT_MAX} characters; this one has ${length}`,
    'text_too_long',
  )
}

function onceOf({ agent }: SignedIn, key: string | undefined, request: readonly unknown[]): Once | undefined {
  if (key === undefined) return undefined
  const hash = createHash('sha256').update(JSON.stringify(request)).digest()
  return { scope: `agent:${agent.id}`, key, hash, answer: sentOf }
}
