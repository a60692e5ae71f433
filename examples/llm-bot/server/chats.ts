import type { ChatIds, Desk } from './desk.ts'
import { remember, toConversation } from './history.ts'
import type { Model, Turn } from './model.ts'
import { toReply, type Reply } from './reply.ts'

interface Chat {
  ids: ChatIds
  turns: Turn[]
  /** What the customer wrote and the model was not asked about yet. */
  waiting: string[]
  /** Resolves when everything that is to be done here is done: one thing at a time. */
  work: Promise<void>
  /** How much that is. */
  busy: number
  /** The bot leaves the chat. */
  gone: AbortController
  /** The customer knows that nobody is there. */
  isTold: boolean
}

interface Talking {
  desk: Desk
  model: Model
  /** How long the model may take. Milliseconds. */
  deadline: number
}

const CHATS_MOST = 1000

/** Said whether the model works or not, so these do not come from it: put them in your customers' language. */
export const AWAY =
  'Nobody is here to answer right now. Please leave your e-mail address or phone number, and what it is about.'
export const STILL_AWAY = 'Still nobody is here. What you write stays in this chat, and they will find it.'

/** The chats that the bot takes part in, in memory: a bot that is started anew has forgotten what was said. */
export function makeChats({ desk, model, deadline }: Talking) {
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
    // Who spoke last stands last; the first with nothing to do is forgotten first.
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

  /** A customer wrote. What comes while the model thinks waits, and is then answered together. */
  function hear(ids: ChatIds, text: string): void {
    const chat = of(ids)
    if (chat.waiting.push(text) === 1) enqueue(chat, answer)
  }

  async function answer(chat: Chat): Promise<void> {
    if (chat.waiting.length === 0) return // A person was called meanwhile.
    takeIn(chat)
    const { message, handOver } = await think(chat)
    if (chat.gone.signal.aborted) return
    const outcome = message && (await desk.say(chat.ids, { type: 'MARKDOWN', ...message }))
    if (message && outcome === 'taken') remember(chat.turns, 'assistant', message.content)
    if (outcome === 'gone') leave(chat.ids)
    // An answer that does not reach the customer is as good as none.
    else if (handOver || outcome === 'failed') await callPerson(chat)
  }

  /** A model that cannot be reached, fails, or takes too long is a reason to call a person, like any other. */
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
    if ((await desk.invite(chat.ids)) === 'gone') return leave(chat.ids)
    // What was written meanwhile is for the person. The model hears of it if nobody comes.
    takeIn(chat)
  }

  function takeIn({ waiting, turns }: Chat): void {
    for (const text of waiting.splice(0)) remember(turns, 'user', text)
  }

  /** An agent answers from now on. What the model thinks of is dropped, and so is what was said. */
  function leave({ chat_id }: ChatIds): void {
    chats.get(chat_id)?.gone.abort()
    chats.delete(chat_id)
  }

  /** B19: nobody comes. The customer is told so, and the bot goes on. */
  function stay(ids: ChatIds): void {
    enqueue(of(ids), async (chat) => {
      const text = chat.isTold ? STILL_AWAY : AWAY
      chat.isTold = true
      const outcome = await desk.say(ids, { type: 'TEXT', text })
      if (outcome === 'taken') remember(chat.turns, 'assistant', text)
      if (outcome === 'gone') leave(ids)
    })
  }

  return { hear, leave, stay }
}

/** Why a request failed stands in the cause. */
function toSentence(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
