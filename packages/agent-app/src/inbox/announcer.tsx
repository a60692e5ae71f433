import { useEffect, useState, memo } from 'react'
import { useSession } from '../live/react.ts'
import type { Arrival } from '../live/state.ts'
import { words } from '../words/index.ts'
import { whoOf } from './who.ts'

/** Messages that arrive within this time are announced in one sentence. */
const GATHER = 1200

function sentence(heard: readonly Arrival[]): string {
  const failed = heard.find((one) => one.what === 'failure')
  const waiting = new Map(heard.filter((one) => one.what === 'waiting').map((one) => [one.chat, one]))
  const messages = heard.filter((one) => one.what === 'message')
  const chats = new Set(messages.map((one) => one.chat)).size
  const name = (one: Arrival | undefined) => (one ? whoOf(one) : words.inbox.anonymous)
  return [
    failed && words.announce.failure(name(failed)),
    waiting.size === 1 && words.announce.waiting(name([...waiting.values()][0])),
    waiting.size > 1 && words.announce.waitingMany(waiting.size),
    messages.length === 1 && words.announce.message(name(messages[0])),
    messages.length > 1 && words.announce.messages(messages.length, chats),
  ]
    .filter(Boolean)
    .join('. ')
}

/** Announces arrivals to screen readers: one message by the visitor's name, several as a number, failures first. */
export const Announcer = memo(function Announcer() {
  const { live } = useSession()
  const [said, setSaid] = useState('')
  useEffect(() => {
    let heard: Arrival[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = () => {
      timer = undefined
      setSaid(sentence(heard))
      heard = []
    }
    const unwatch = live.arrival.subscribe(() => {
      const arrival = live.arrival.get()
      // The announced chat has been erased.
      if (!arrival) {
        heard = []
        return setSaid('')
      }
      heard.push(arrival)
      if (timer !== undefined) return
      // Screen readers announce only changes, so the region is emptied before the same sentence repeats.
      setSaid('')
      timer = setTimeout(say, GATHER)
    })
    return () => {
      unwatch()
      clearTimeout(timer)
    }
  }, [live])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {said}
    </div>
  )
})
