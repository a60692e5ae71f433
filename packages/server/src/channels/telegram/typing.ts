import type { Services } from '../../services.ts'
import type { MakeBotApi } from './bot-api.ts'
import { ASK_TIMEOUT, toTelegram } from './settings.ts'

/** Telegram shows "typing" for five seconds (ms between two notices). */
const EVERY = 4500

type Needs = Pick<Services, 'chatEvents' | 'clock' | 'directory' | 'locate'> & {
  readonly botApi: MakeBotApi
  readonly onError: (error: unknown) => void
}

/** Shows visitors that an agent types. Failures are not shown: the next notice is due in seconds. */
export function sendTyping({ chatEvents, clock, directory, locate, botApi, onError }: Needs): () => void {
  /** Chats with a notice in the last seconds. */
  const recent = new Map<string, () => void>()

  const unsubscribe = chatEvents.subscribe({
    onTyping({ account, chat, from, on }, here) {
      const name = `${account}:${chat}`
      // The process with the agent's connection sends the notice; the other processes do not.
      if (from !== 'agent' || !here || !on || recent.has(name)) return
      recent.set(
        name,
        clock.after(EVERY, () => recent.delete(name)),
      )
      send(account, chat).catch(onError)
    },
  })

  async function send(account: number, chat: number): Promise<void> {
    const [place] = await locate([{ account, target: { chat } }])
    const of = place && toTelegram(directory.channel(account, place.channel))
    if (!of) return
    const api = await botApi(of.token, { timeoutMs: ASK_TIMEOUT })
    await api.sendChatAction(place.key, 'typing')
  }

  return () => {
    unsubscribe()
    for (const cancel of recent.values()) cancel()
    recent.clear()
  }
}
