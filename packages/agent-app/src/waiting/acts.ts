import { ApiError, call } from '../api/client.ts'
import { retryWhileUnavailable } from '../api/while-unavailable.ts'
import { storeChat } from '../live/inbox.ts'
import type { Live } from '../live/state.ts'

/**
 * Takes a waiting message back. `onTaken`: also called when the answer is lost, and the log says later that this agent took
 * it back. Rejects then too.
 */
export async function takeBack(live: Live, chat: number, message: string, onTaken?: () => void): Promise<void> {
  try {
    storeChat(live, await call('DELETE /chats/:chat/scheduled/:message', { params: { chat, message } }))
  } catch (error) {
    if (onTaken && error instanceof ApiError && error.mayPass) watchTaken(live, chat, message, onTaken)
    throw error
  }
  onTaken?.()
}

/** Asks the log once the row has the message no more: it was taken back, or it was sent. */
function watchTaken(live: Live, chat: number, message: string, onTaken: () => void): void {
  const isTaken = async (): Promise<boolean> => {
    const read = () => call('GET /chats/:chat/entries', { params: { chat }, query: { limit: 60 } })
    const me = live.me.get().id
    const { entries } = await retryWhileUnavailable(read)
    return entries.some(
      (one) =>
        one.type === 'message.unscheduled' && one.id === message && one.why === 'taken_back' && one.agent?.id === me,
    )
  }
  const look = () => {
    if (live.chats.get(chat)?.scheduled?.some(({ id }) => id === message)) return
    stop()
    isTaken().then(
      (taken) => taken && onTaken(),
      () => {}, // the log could not be read, and shows what became of the message
    )
  }
  const stop = live.chats.subscribe(chat, look)
  look()
}

export async function sendNow(live: Live, chat: number, message: string): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/scheduled/:message/send', { params: { chat, message } }))
}

/** `until` null: until the visitor writes. */
export async function snooze(live: Live, chat: number, until: number | null): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/snooze', { params: { chat }, body: { until } }))
}

export async function wake(live: Live, chat: number): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/wake', { params: { chat } }))
}

/** Gives the chat to a department, whose agents it then waits for. */
export async function handOver(
  live: Live,
  chat: number,
  body: { department: number; comment?: string },
): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/hand-over', { params: { chat }, body }))
}
