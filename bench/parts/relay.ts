import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { serve } from './child.ts'

/**
 * The round trips of a bot's answer alone: accepts a visitor's message, answers it, posts it to the provider in the bot
 * interface's format, accepts the provider's answer, answers that. Node's own HTTP with kept connections. Nothing is
 * stored or, with `store`, each of the two messages by one INSERT before it is answered: the minimum cost of
 * durability.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 1024 })
let server: Server | undefined

async function open({ providers, store }: { providers: string[]; store?: string }): Promise<number> {
  const pool = store === undefined ? undefined : new pg.Pool({ connectionString: store, max: 10 })
  await pool?.query('create table said (id bigint generated always as identity primary key, body text)')
  server = createServer((incoming, response) => {
    void text(incoming).then(async (body) => {
      await pool?.query({ name: 'say', text: 'insert into said (body) values ($1)', values: [body] })
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 15 }).end('{"result":"ok"}')
      if (incoming.url?.startsWith('/bot/')) return void JSON.parse(body)
      const { sender, message } = JSON.parse(body) as { sender: { id: string }; message: { text: string } }
      const place = Number(incoming.url?.slice(-5))
      const told = JSON.stringify({
        event: 'CLIENT_MESSAGE',
        id: 'evt_1_1',
        client_id: '1',
        chat_id: '1',
        message: { type: 'TEXT', text: message.text, timestamp: 1_790_000_000, of: sender.id },
      })
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(told) }
      const outgoing = request(`${providers[place] ?? ''}/hook/token`, { method: 'POST', agent, headers }, (answer) =>
        answer.resume(),
      )
      outgoing.end(told)
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const jobs = { open }
export type RelayJobs = typeof jobs

if (process.send) serve(jobs)
