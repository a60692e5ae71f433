import type { ChatsPage } from '@deskbell/protocol/agent/chat'
import { TOKEN } from './deskbell.ts'
import type { Target } from './generator.ts'
import { bytesOf, Connection } from './http.ts'

type Chats = ChatsPage['chats']

/** An agent at the agent API, over one connection: one request after the other. */
export async function openAgent({ host, port }: Omit<Target, 'path'>) {
  const connection = await Connection.open(host, port)

  async function ask<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
    const request = bytesOf({ method, path, host: 'bench', token: TOKEN, body })
    const answer = await connection.ask(request)
    if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body) as T
  }

  return {
    ask,
    /** Every open chat. */
    async openChats(): Promise<Chats> {
      const all: Chats = []
      for (let next: string | null = ''; next !== null;) {
        const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`
        const page: ChatsPage = await ask('GET', `/api/chats?view=all&limit=200${after}`)
        all.push(...page.chats)
        next = page.next
      }
      return all
    },
    close: () => connection.close(),
  }
}
