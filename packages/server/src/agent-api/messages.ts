import { SendBody, Sent } from '@deskbell/protocol/agent/chat'
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
import { whoAsks } from './guard.ts'
import { ChatPath, MessagePath, OnceHeaders } from './shapes.ts'
import { findChat } from './access.ts'
import type { SignedIn } from './signed-in.ts'
import { receiveFile } from './upload.ts'

/** What agents write: text, files, and either once more when it was not delivered. */
export function messageRoutes(app: Api, services: AgentServices): void {
  const { db, ids, commit, files } = services

  app.post(
    '/chats/:chat/messages',
    {
      schema: {
        tags: ['Messages'],
        summary: 'Send a text',
        description:
          'Only the agent who holds the chat writes in it: accept it first. `n` is the number of the message.',
        params: ChatPath,
        headers: OnceHeaders,
        body: SendBody,
        response: { 200: Sent },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const chat = await findChat(services, who, request.params.chat, 'chat.write')
      const text = checkText(request.body.text)
      const once = onceOf(who, request.headers['idempotency-key'], ['text', chat.id, text])
      return send(who, chat, { ...authored(who), text }, { once })
    },
  )

  app.post(
    '/chats/:chat/files',
    {
      config: { form: { file: true, text: true } },
      schema: {
        tags: ['Messages'],
        summary: 'Send a file',
        description: 'The file in the field `file`, at most 25 MB; `text` is a caption.',
        consumes: ['multipart/form-data'],
        params: ChatPath,
        headers: OnceHeaders,
        response: { 200: Sent },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const chat = await findChat(services, who, request.params.chat, 'chat.write')
      // Nobody waits for 25 MB to hear what was clear before.
      mustHold(who, chat)
      const { uploaded, text } = await receiveFile(files, request, agentOwner(who.account, who.agent.id), chat.id)
      const { file, media } = uploaded
      try {
        checkLength(text)
        const { name, size } = file
        const once = onceOf(who, request.headers['idempotency-key'], ['file', chat.id, text, name, size])
        return await send(who, chat, { ...authored(who), text, media }, { once, file })
      } catch (error) {
        // Where nobody can say whether it was written, the file stays: one that is nobody's is swept.
        if (error instanceof CommitRefused || error instanceof Invalid) await files.store.remove(file.id)
        throw error
      }
    },
  )

  app.post(
    '/chats/:chat/messages/:n/resend',
    {
      schema: {
        tags: ['Messages'],
        summary: 'Send a message again',
        description: 'One that stands as not delivered.',
        params: MessagePath,
        response: { 200: Sent },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { chat: id, n } = request.params
      const chat = await findChat(services, who, id, 'chat.write')
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
  )

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

/** A14: an agent's text is never cut; what is too long is refused, and so is what shows nothing. */
/** Whoever is signed in, as the log remembers them. */
export const personOf = ({ agent: { id, name } }: SignedIn) => ({ id, name })

export function checkText(text: string): string {
  if (text.trim() === '') throw new Invalid('/text', 'a message needs text')
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
