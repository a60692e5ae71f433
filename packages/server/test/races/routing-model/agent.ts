import { setTimeout as pause } from 'node:timers/promises'
import type { Chat, ChatsPage } from '@deskbell/protocol/agent/chat'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { WebSocket } from 'ws'
import type { seeded } from '../../checker/random.ts'
import { tokenOf } from '../../test-server.ts'
import { sendAgain } from './http.ts'

/** What the checker is told of an agent: a line of the journal. Times of this machine's clock (ms). */
export interface AgentLine {
  readonly agent: number
  readonly at: number
  readonly online: boolean
}

export interface Times {
  /** How long an agent has a chat, stays, and is away (ms): the shortest and the longest. */
  readonly holds: readonly [number, number]
  readonly stays: readonly [number, number]
  readonly isAway: readonly [number, number]
}

interface AgentOptions {
  readonly id: number
  readonly email: string
  readonly url: string
  readonly random: ReturnType<typeof seeded>
  readonly times: Times
  readonly journal: (line: AgentLine) => void
  /** A process is killed: its lines break, and for a moment nothing answers. */
  readonly mayBreak: boolean
  /** The line broke although the agent did not go; how. */
  readonly onBroken: (how: string) => void
  /** The agent has closed a chat of this visitor. */
  readonly onClosed: (visitor: string) => void
}

/** How long an agent thinks before they accept (ms). */
const THINKS = [0, 300] as const
/** Of a hundred offers. */
const DECLINED = 5
/** How an agent goes, of a hundred times: they say goodbye, their line is cut, or they stay online and do nothing. */
const LEAVES = 40
const IS_KILLED = 70

/** An agent who comes and goes, accepts, declines or ignores what they are offered, and closes what they have. */
export function startAgent(options: AgentOptions) {
  const { id, email, url, random, times, journal, mayBreak, onBroken, onClosed } = options
  const token = tokenOf(email)
  const act = (chat: number, what: string) => sendAgain(`${url}/api/chats/${chat}/${what}`, {}, token)
  const between = ([least, most]: readonly [number, number]) => random.between(least, most)
  /** Chats that this agent finishes or has finished: a frame that comes late shows one once more. */
  const held = new Set<number>()
  const answered = new Set<string>()
  let isFrozen = false
  let isOver = false
  /** The line broke although the agent did not go. */
  let isBroken = false
  let socket: WebSocket | undefined

  async function answer(chat: number, offer: string): Promise<void> {
    if (answered.has(offer)) return
    answered.add(offer)
    await pause(between(THINKS))
    if (isFrozen) return
    const what = random.between(1, 100) <= DECLINED ? 'decline' : 'accept'
    const { status, text } = await act(chat, what)
    // The offer has ended meanwhile.
    if (status !== 200 && status !== 409) throw new Error(`${what}: ${status} ${text}`)
  }

  async function finish(chat: number, visitor: string): Promise<void> {
    if (held.has(chat)) return
    held.add(chat)
    await pause(between(times.holds))
    const { status, text } = await act(chat, 'close')
    // An answer that was lost with its server.
    if (status !== 200 && !(status === 409 && text.includes('closed'))) throw new Error(`close: ${status} ${text}`)
    onClosed(visitor)
  }

  function look(chat: Chat): void {
    if (chat.offer?.to.id === id) void answer(chat.id, `${chat.id} ${JSON.stringify(chat.offer)}`).catch(fail)
    if (chat.agent?.id === id && chat.state === 'open') void finish(chat.id, chat.visitor.id).catch(fail)
  }

  async function comes(): Promise<void> {
    const line = new WebSocket(`${url.replace('http', 'ws')}/api/socket`, {
      headers: { authorization: `Bearer ${token}` },
    })
    socket = line
    isBroken = false
    await new Promise<void>((resolve, reject) => {
      line.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as ServerFrame
        if (frame.type === 'welcome') {
          journal({ agent: id, at: Date.now(), online: true })
          resolve()
        } else if (frame.type === 'chat') look(frame.chat)
      })
      line.on('error', reject)
      line.on('close', () => reject(new Error('the socket was closed')))
    })
    line
      .removeAllListeners('error')
      .removeAllListeners('close')
      .on('error', () => {})
    line.once('close', (code: number, reason: Buffer) => {
      isBroken = line === socket
      if (isBroken && !isOver) onBroken(`${code} ${reason.toString()}`)
    })
    // What came while they were away.
    const { status, text } = await sendAgain(`${url}/api/chats?view=mine&limit=200`, undefined, token)
    if (status !== 200) throw new Error(`the chats of the agent: ${status} ${text}`)
    for (const chat of (JSON.parse(text) as ChatsPage).chats) look(chat)
  }

  function goes(how: number): void {
    journal({ agent: id, at: Date.now(), online: false })
    const line = socket
    socket = undefined
    if (how <= LEAVES) line?.close()
    else line?.terminate()
  }

  let failed: (error: unknown) => void = () => {}
  const failure = new Promise<never>((_resolve, reject) => (failed = reject))
  failure.catch(() => {})
  const fail = (error: unknown) => void (isOver || failed(error))

  /** Waits so long, or until the line breaks. */
  async function stays(ms: number): Promise<void> {
    for (const end = Date.now() + ms; Date.now() < end && !isBroken && !isOver;)
      await pause(Math.min(100, end - Date.now()))
    if (!isBroken || isOver) return
    journal({ agent: id, at: Date.now(), online: false })
  }

  async function live(): Promise<void> {
    await pause(between([0, times.isAway[1]]))
    while (!isOver) {
      try {
        await comes()
      } catch (error) {
        // A busy server refuses lines, and a client comes again.
        if (!mayBreak && !String(error).includes('503')) throw error
        await pause(200)
        continue
      }
      await stays(between(times.stays))
      if (isBroken) continue
      const how = random.between(1, 100)
      if (how > IS_KILLED) {
        // Frozen: online, and nothing is answered.
        isFrozen = true
        await stays(between(times.isAway))
        isFrozen = false
        if (isBroken) continue
      }
      goes(how > IS_KILLED ? LEAVES : how)
      await pause(between(times.isAway))
    }
  }
  void live().catch(fail)
  return {
    failure,
    stop() {
      isOver = true
      socket?.terminate()
    },
  }
}
