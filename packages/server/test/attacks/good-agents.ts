import type { Entry } from '@deskbell/protocol/agent/entry'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { WebSocket } from 'ws'
import { tokenOf } from '../test-server.ts'
import { ask, measure, openSocket } from './connections.ts'
import { begin, countClosed, note } from './felt.ts'
import { SENDERS, VISITORS } from './good-visitors.ts'

/** Between two answers of the agent (ms). */
const ANSWER_EVERY = 250
/** Bytes are counted over so long (ms). */
const LOOK_EVERY = 50
/** Chats that an agent follows, and that one answers in. */
const FOLLOWS = 45
const CHATS = VISITORS + SENDERS

let serial = 0

/** Chats that the agent follows and has taken. */
const chats: number[] = []

/** An agent's window. `measures`: it takes the chats, answers, and notes what it receives; `perSecond`: bytes its line takes. */
export function startAgent(
  email: string,
  from: string,
  { measures, perSecond }: { measures: boolean; perSecond?: number },
) {
  const authorization = `Bearer ${tokenOf(email)}`
  const open = () => {
    const follows = new Set<number>()
    const socket = openSocket('/api/socket', from, { authorization })
    let read = 0
    const limit = setInterval(() => {
      if (perSecond === undefined || socket.readyState !== WebSocket.OPEN) return
      read = Math.max(0, read - (perSecond * LOOK_EVERY) / 1000)
      if (read < (perSecond * LOOK_EVERY) / 1000 && socket.isPaused) socket.resume()
    }, LOOK_EVERY)
    socket.on('message', (data: Buffer) => {
      read += data.length
      if (perSecond !== undefined && read > (perSecond * LOOK_EVERY) / 1000) socket.pause()
      const frame = JSON.parse(data.toString()) as ServerFrame
      if (frame.type === 'chat' && !follows.has(frame.chat.id) && follows.size < FOLLOWS) {
        const { id } = frame.chat
        follows.add(id)
        socket.send(JSON.stringify({ type: 'follow', chat: id, after: 0 }))
        if (measures && chats.length < CHATS && !chats.includes(id)) void accept(id, authorization, from)
      }
      if (frame.type === 'entries' && measures) for (const entry of frame.entries) hear(entry)
    })
    socket.on('close', () => {
      clearInterval(limit)
      countClosed('agents')
      setTimeout(open, 200)
    })
    setTimeout(() => {
      setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{"type":"ping"}'), 20_000)
    }, 1000)
  }
  open()
  if (!measures) return
  setInterval(() => {
    const chat = chats[++serial % chats.length]
    if (chat === undefined) return
    const text = `answer-${serial}`
    begin('answer', text, true)
    const path = `/api/chats/${chat}/messages`
    void measure(text, { method: 'POST', path, from, headers: { authorization }, body: { text } })
  }, ANSWER_EVERY)
}

function hear(entry: Entry): void {
  if (entry.type === 'message') note(entry.text, 'heard')
}

async function accept(id: number, authorization: string, from: string): Promise<void> {
  const path = `/api/chats/${id}/accept`
  const { status } = await ask({ method: 'POST', path, from, headers: { authorization }, body: {} })
  if (status === 200) chats.push(id)
}
