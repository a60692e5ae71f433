import { type Live, NO_TYPING, type Typing } from './state.ts'

/** A typing sign expires after this time without another (A20). */
const EXPIRES = 10_000

/** A typing signal: an agent or a visitor began or stopped typing in a chat. */
type Notice = {
  chat: number
  from: 'visitor' | 'agent'
  agent?: number
  on: boolean
  /** What the visitor is typing. */
  text?: string
}

/** Keeps the agents and visitors who are typing; each signal lasts ten seconds. */
export function watchTyping(live: Live) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const set = (chat: number, change: Partial<Typing>) => {
    const typing = { ...(live.typing.get(chat) ?? NO_TYPING), ...change }
    if (typing.visitor || typing.agent !== null) live.typing.set(chat, typing)
    else live.typing.delete(chat)
  }

  const receive = ({ chat, from, agent, on, text = '' }: Notice): void => {
    const timer = `${chat} ${from}`
    clearTimeout(timers.get(timer))
    timers.delete(timer)
    const off = (): void => set(chat, from === 'visitor' ? { visitor: false, text: '' } : { agent: null })
    if (!on) return off()
    set(chat, from === 'visitor' ? { visitor: true, text } : { agent: agent ?? null })
    timers.set(timer, setTimeout(off, EXPIRES))
  }

  const stop = (): void => timers.forEach((timer) => clearTimeout(timer))
  return { receive, stop }
}
