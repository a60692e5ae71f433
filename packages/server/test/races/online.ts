import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { read } from '../checker/readers.ts'
import { tokenOf } from '../test-server.ts'

/** Agents who connect again whenever the server was killed, until they are taken offline. */
export function keepOnline(server: { readonly url: string; readonly up: Promise<void> }, emails: readonly string[]) {
  const wanted = new Set(emails)
  const sockets = new Map<string, WebSocket>()
  let isOver = false

  async function keep(email: string): Promise<void> {
    while (!isOver) {
      await server.up.catch(() => {})
      if (wanted.has(email) && !isOver) {
        const headers = { authorization: `Bearer ${tokenOf(email)}` }
        const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/socket`, { headers })
        sockets.set(email, socket)
        await new Promise<void>((resolve) => void socket.on('close', () => resolve()).on('error', () => resolve()))
      }
      await pause(50)
    }
  }
  for (const email of emails) void keep(email)

  const isOnline = async (email: string): Promise<boolean | undefined> => {
    const answer = await read<{ agents: { email: string; presence: string }[] }>(server.url, '/agents').catch(
      () => undefined,
    )
    const found = answer?.agents.find((one) => one.email === email)
    return found && found.presence === 'online'
  }
  async function until(email: string, on: boolean): Promise<void> {
    while ((await isOnline(email)) !== on) {
      await server.up
      await pause(50)
    }
  }
  return {
    /** Resolves when the server shows all of them as online. */
    all: async () => void (await Promise.all(emails.map((email) => until(email, true)))),
    /** Resolves when the server shows it. */
    async set(email: string, on: boolean): Promise<void> {
      if (on) wanted.add(email)
      else wanted.delete(email)
      if (!on) sockets.get(email)?.close()
      await until(email, on)
    },
    close() {
      isOver = true
      for (const socket of sockets.values()) socket.terminate()
    },
  }
}
