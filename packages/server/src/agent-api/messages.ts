import { MESSAGE_ROUTES } from '@deskbell/protocol/agent/routes/messages'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { markdownToPlain, parseMarkdown } from '@deskbell/protocol/markdown'
import { countCodePoints } from '@deskbell/protocol/text'
import { mustTakePart, type Command, type EntryMedia } from '@deskbell/rules'
import { createHash } from 'node:crypto'
import type { Attached } from '../conversation/commit/effects.ts'
import { CommitRefused, type Committed, type Once } from '../conversation/commit/input.ts'
import type { ChatRead } from '../conversation/read/chat-row.ts'
import { readEntry } from '../conversation/read/entries.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import { storedFiles } from '../files/effects.ts'
import { agentOwner } from '../files/owner.ts'
import type { FileRow } from '../files/rows.ts'
import { findUploads, sentUploads, toMedia, writeUpload, type Uploader } from '../files/uploads.ts'
import { notFound } from '../settings/change.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { findChat } from './access.ts'
import type { SignedIn } from './signed-in.ts'
import { receiveFile, receiveUpload } from './upload.ts'

/** Messages of agents: text, files, and sending one again after a failed delivery. */
export function messageRoutes(
  app: Api,
  services: Pick<Services, 'clock' | 'commit' | 'db' | 'directory' | 'files' | 'ids'>,
): void {
  const { db, ids, commit, files } = services

  const authored = (who: SignedIn, said: Said, attachments: readonly EntryMedia[]) => ({
    type: 'agent.write' as const,
    agent: personOf(who),
    id: ids.uuid(),
    ...said,
    ...attaching(attachments, ids),
  })

  async function send(
    { account }: SignedIn,
    { id: chat }: ChatRead,
    command: Command,
    { once, attached }: { once?: Once | undefined; attached?: readonly Attached[] } = {},
  ): Promise<{ n: number; repeated: boolean }> {
    const brought = { ...(once && { once }), ...(attached && { attached }) }
    const done = await commit({ account, target: { chat }, command, ...brought })
    const repeated = done.kind === 'repeated'
    return { n: numberOf(repeated ? (done.answer as SentAnswer) : sentOf(done, idOf(command))), repeated }
  }

  serve(app, MESSAGE_ROUTES, {
    async sendMessage({ who, params, headers, body, may }) {
      const chat = await findChat(services, who, params.chat, may)
      const { text: given = '', attachments = [], formatted = false } = body
      const text = checkSaid(given, attachments)
      const uploads = await findUploads(services, uploaderOf(who, chat), attachments)
      const command = authored(who, toSaid(text, formatted), uploads.map(toMedia))
      const once = onceOf(who, headers['idempotency-key'], toRequest(chat.id, text, uploads, formatted), command.id)
      const attached = uploads.length > 0 ? { attached: [sentUploads.with(true)] } : {}
      const { n } = await send(who, chat, command, { once, ...attached })
      return { n }
    },
    async uploadFile({ who, params, request, may }) {
      const chat = await findChat(services, who, params.chat, may)
      checkHolder(who, chat)
      const { account, agent } = who
      const taken = await receiveUpload(files, request, agentOwner(account, agent.id), chat.id)
      const { id, name, size, mime } = await writeUpload(services, { ...taken, uploader: agent.id })
      return { file: id, name, size, mime }
    },
    async sendFile({ who, params, headers, request, may }) {
      const chat = await findChat(services, who, params.chat, may)
      // Checked before the upload, so that an agent does not send 25 MB for a request that will be refused.
      checkHolder(who, chat)
      const { uploaded, text } = await receiveFile(files, request, agentOwner(who.account, who.agent.id), chat.id)
      const { file, media } = uploaded
      try {
        checkLength(text)
        const command = authored(who, { text }, [media])
        const once = onceOf(who, headers['idempotency-key'], toRequest(chat.id, text, [file]), command.id)
        const attached = [storedFiles.with([file])]
        const { n, repeated } = await send(who, chat, command, { once, attached })
        // The first request brought the file that counts.
        if (repeated) await files.store.remove(file.id)
        return { n }
      } catch (error) {
        // After any other error the message may have been written, so the file stays. The sweep removes files without a
        // row.
        if (error instanceof CommitRefused || error instanceof Invalid) await files.store.remove(file.id)
        throw error
      }
    },
    async resendMessage({ who, params: { chat: id, n }, may }) {
      const chat = await findChat(services, who, id, may)
      const message = await db.asAccount(who.account, (tx) => readEntry(tx, who.account, id, n))
      if (message?.type !== 'message' || (message.from !== 'agent' && message.from !== 'bot')) throw notFound('message')
      const { type: _type, n: _n, at: _at, cutFrom: _cutFrom, theirId: _theirId, digest: _digest, ...sent } = message
      const again = { type: 'agent.resend' as const, agent: personOf(who), of: n }
      const done = await send(who, chat, { ...again, message: { ...sent, from: message.from } })
      return { n: done.n }
    },
  })
}

/** Whose uploads a message may attach. */
export const uploaderOf = ({ account, agent }: SignedIn, { id: chat }: ChatRead): Uploader => ({
  account,
  chat,
  agent: agent.id,
})

/** The attachments of a message, with an id for each after the first. */
export const attaching = (attachments: readonly EntryMedia[], ids: Pick<Services['ids'], 'uuid'>) =>
  attachments.length > 0 && { attachments, furtherIds: attachments.slice(1).map(() => ids.uuid()) }

/** The text of a message, which may be empty beside attachments. */
export const checkSaid = (given: string, attachments: readonly string[]): string =>
  attachments.length > 0 && given.trim() === '' ? '' : checkText(given)

/** The number of the entry that a request wrote. `late`: it is a message that came too late; the agent who has the chat. */
export interface SentAnswer {
  readonly n: number
  readonly late?: string | null
}

/** What is answered to a request that wrote an entry. */
export function sentOf({ entries, state }: Committed, id?: string): SentAnswer {
  // Other entries come before it: the end of a closing, or a message that was held.
  const named = id === undefined ? undefined : entries.find((entry) => 'id' in entry && entry.id === id)
  const entry = named ?? entries.find(({ type }) => type !== 'closing.cancelled')
  if (!entry) throw new Error('a message made no entry')
  if (entry.type !== 'message.late') return { n: entry.n }
  return { n: entry.n, late: state?.owner.kind === 'agent' ? state.owner.agent.name : null }
}

/** Throws Refused when the message came too late: it is kept for agents, and the visitor does not see it. */
export function numberOf({ n, late }: SentAnswer): number {
  if (late === undefined) return n
  const kept = 'Your message is kept in it for agents; the visitor does not see it.'
  throw new Refused('too_late', `${late === null ? 'You no longer have this chat' : `${late} has this chat`}. ${kept}`)
}

const idOf = (command: Command): string | undefined => ('id' in command ? command.id : undefined)

/** The check of the rules, which repeat it under the chat's lock. Here it runs before a body is received. */
export function checkHolder(who: SignedIn, { state }: ChatRead): void {
  const refusal = mustTakePart(state, personOf(who))
  if (refusal) throw new CommitRefused(refusal.refused, refusal.holder)
}

/** The signed-in agent, as entries store them. */
export const personOf = ({ agent: { id, name } }: SignedIn) => ({ id, name })

/** The text of a message; with `markdown`, it is its plain version. */
export interface Said {
  readonly text: string
  readonly markdown?: string
}

/** Marks that format nothing leave a text as it is. */
export function toSaid(given: string, formatted: boolean): Said {
  const nodes = formatted ? parseMarkdown(given) : []
  if (nodes.every((node) => typeof node === 'string')) return { text: given }
  return { text: markdownToPlain(nodes), markdown: given }
}

/** A14: an agent's text is never cut. A text that is too long or blank is refused. */
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

/**
 * What makes a request the same: files count by name and size, since an upload that is repeated has another id. One file
 * is written as the previous version wrote it, whose requests may be sent again.
 */
function toRequest(chat: number, text: string, files: readonly FileRow[], formatted = false): readonly unknown[] {
  if (formatted) return ['formatted', ...toRequest(chat, text, files)]
  if (files.length === 0) return ['text', chat, text]
  return ['file', chat, text, ...files.flatMap(nameAndSize)]
}

export const nameAndSize = ({ name, size }: FileRow) => [name, size]

/** `id`: the message's, by which its number is found. */
export function onceOf(
  { agent }: SignedIn,
  key: string | undefined,
  request: readonly unknown[],
  id?: string,
): Once | undefined {
  if (key === undefined) return undefined
  const hash = createHash('sha256').update(JSON.stringify(request)).digest()
  return { scope: `agent:${agent.id}`, key, hash, answer: (done) => sentOf(done, id) }
}
