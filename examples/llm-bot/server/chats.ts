import type { ChatIds, Deskbell } from './deskbell.ts'
import { remember, toConversation } from './history.ts'
import type { Model, Turn } from './model.ts'
import { toReply, type Reply } from './reply.ts'

interface Chat {
  ids: ChatIds
  turns: Turn[]
  /** The visitor's messages that the model has not received yet. */
  waiting: string[]
  /** Resolves when all work of this chat is done: one task at a time. */
  work: Promise<void>
  /** The number of tasks. */
  busy: number
  /** Aborted when the bot leaves the chat. */
  gone: AbortController
  /** The visitor was told that no agent is available. */
  isTold: boolean
}

interface Talking {
  deskbell: Deskbell
  model: Model
  /** The time limit of the model. Milliseconds. */
  deadline: number
}

const CHATS_MOST = 1000

/** Sent even when the model does not work, so they are fixed: translate them to your visitors' language. */
export const AWAY =
  'No agent is available right now. Please leave your e-mail address or phone number, and what it is about.'
export const STILL_AWAY = 'Still no agent is available. Your messages stay in this chat for them.'

/** The bot's chats, in memory: after a restart earlier messages are unknown. */
export function makeChats({ deskbell, model, deadline }: Talking) {
  const chats = new Map<string, Chat>()

  function of(ids: ChatIds): Chat {
    const chat = chats.get(ids.chat_id) ?? {
      ids,
      turns: [],
      waiting: [],
      work: Promise.resolve(),
      busy: 0,
      gone: new AbortController(),
      isTold: false,
    }
    // The most recent chat is last; the first idle one is dropped first.
    chats.delete(ids.chat_id)
    chats.set(ids.chat_id, chat)
    if (chats.size > CHATS_MOST) for (const [id, { busy }] of chats) if (!busy && chats.delete(id)) break
    return chat
  }

  function enqueue(chat: Chat, job: (chat: Chat) => Promise<void>): void {
    chat.busy++
    chat.work = chat.work
      .then(() => (chat.gone.signal.aborted ? undefined : job(chat)))
      .catch(console.error)
      .finally(() => chat.busy--)
  }

  /** A visitor wrote. Messages that arrive while the model works wait, and are answered together. */
  function hear(ids: ChatIds, text: string): void {
    const chat = of(ids)
    if (chat.waiting.push(text) === 1) enqueue(chat, answer)
  }

  async function answer(chat: Chat): Promise<void> {
    if (chat.waiting.length === 0) return // An agent was called in the meantime.
    takeIn(chat)
    const { message, handOver } = await think(chat)
    if (chat.gone.signal.aborted) return
    const outcome = message && (await deskbell.say(chat.ids, { type: 'MARKDOWN', ...message }))
    if (message && outcome === 'taken') remember(chat.turns, 'assistant', message.content)
    if (outcome === 'gone') leave(chat.ids)
    // An answer that does not reach the visitor counts as none.
    else if (handOver || outcome === 'failed') await callPerson(chat)
  }

  /** A model that is unreachable, fails, or takes too long is a reason to call an agent. */
  async function think({ turns, gone }: Chat): Promise<Reply> {
    try {
      const limit = AbortSignal.any([gone.signal, AbortSignal.timeout(deadline)])
      return toReply(await model.ask(toConversation(turns), limit))
    } catch (error) {
      if (!gone.signal.aborted) console.error(`The model gave no answer: ${toSentence(error)}`)
      return { handOver: true }
    }
  }

  async function callPerson(chat: Chat): Promise<void> {
    if (chat.gone.signal.aborted) return
    if ((await deskbell.invite(chat.ids)) === 'gone') return leave(chat.ids)
    // Messages in the meantime are for the agent. The model receives them if none comes.
    takeIn(chat)
  }

  function takeIn({ waiting, turns }: Chat): void {
    for (const text of waiting.splice(0)) remember(turns, 'user', text)
  }

  /** An agent answers from now on. The model's answer is dropped, and so is the conversation. */
  function leave({ chat_id }: ChatIds): void {
    chats.get(chat_id)?.gone.abort()
    chats.delete(chat_id)
  }

  /** B19: no agent comes. The visitor is told, and the bot continues. */
  function stay(ids: ChatIds): void {
    enqueue(of(ids), async (chat) => {
      const text = chat.isTold ? STILL_AWAY : AWAY
      chat.isTold = true
      const outcome = await deskbell.say(ids, { type: 'TEXT', text })
      if (outcome === 'taken') remember(chat.turns, 'assistant', text)
      if (outcome === 'gone') leave(ids)
    })
  }

  return { hear, leave, stay }
}

/** The reason of a failed request is in its cause. */
function toSentence(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
