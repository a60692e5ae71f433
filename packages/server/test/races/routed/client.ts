import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { read, readHistory } from '../../checker/readers.ts'
import type { seeded } from '../../checker/random.ts'
import { tokenOf } from '../../test-server.ts'
import type { Desk } from './desk.ts'

/** A step may take as long on a machine that is busy with other tests (ms). */
const STEP_WITHIN = 180_000

export interface Step {
  readonly what: string
  /** Is repeated until it is done. */
  readonly act: () => Promise<unknown>
  readonly done: (log: readonly Entry[], chat: ChatForMe) => boolean
}

/** Requests to a desk whose processes are killed. */
export function clientOf(desk: Desk) {
  async function post(path: string, method: string, body: object, headers: Record<string, string>): Promise<number> {
    const response = await fetch(desk.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    await response.text()
    return response.status
  }
  /** Repeats a read until the server answers it. */
  async function until<T>(reads: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await reads()
      } catch (error) {
        if (String(error).includes(': 404 ')) throw error
      }
      await desk.up
      await pause(20)
    }
  }
  return {
    post,
    as: (email: string, method: string, path: string, body: object = {}, key?: string) =>
      post(`/api${path}`, method, body, {
        authorization: `Bearer ${tokenOf(email)}`,
        ...(key !== undefined && { 'idempotency-key': key }),
      }),
    look: <T>(path: string) => until(() => read<T>(desk.url, path)),
    history: (chat: number) => until(() => readHistory(desk.url, chat)),
  }
}
export type Client = ReturnType<typeof clientOf>

/** Carries out steps, and kills the process that routes in the middle of some. `killed`: of how many of a hundred. */
export function stepping(
  { desk, client, random }: { desk: Desk; client: Client; random: ReturnType<typeof seeded> },
  { killed, onKilled }: { killed: number; onKilled: () => Promise<void> },
) {
  let kills = 0
  let killing = Promise.resolve()
  return {
    get kills() {
      return kills
    },
    async carryOut(chat: number, { what, act, done }: Step): Promise<void> {
      let isKilled = random.between(1, 100) > killed
      for (const began = Date.now(); ;) {
        const acting = act().catch(() => {})
        if (!isKilled) {
          isKilled = true
          kills++
          const delay = random.between(0, 30)
          // Steps of other chats may kill it, too.
          killing = killing.then(async () => {
            await pause(delay)
            await desk.strike()
            await onKilled()
          })
          await killing
        }
        await acting
        await desk.up
        const [log, row] = await Promise.all([client.history(chat), client.look<ChatForMe>(`/chats/${chat}`)])
        if (done(log, row)) return
        if (Date.now() - began > STEP_WITHIN)
          throw new Error(`chat ${chat}: ${what}: ${log.map(({ type }) => type).join(' ')}`)
        await pause(50)
      }
    },
  }
}
