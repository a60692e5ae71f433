import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { beforeWriting, shortLease, type Edit } from '../checker/edits.ts'
import { freePort } from '../free-port.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds } from '../db.ts'
import { ANN, tokenOf } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'

const TOKEN = 'provider-token-1'

/** Code that ends the process as `kill -9` does, once, when the value that it is processing contains the text. */
const die = (point: string, inHand: string, text: string) => `{
  const fs = process.getBuiltinModule('node:fs')
  const once = process.env.POINTS + '/${point.replaceAll(' ', '-')}'
  if (JSON.stringify(${inHand}).includes(${JSON.stringify(text)}) && !fs.existsSync(once)) {
    fs.writeFileSync(once, '')
    process.kill(process.pid, 'SIGKILL')
  }
}`

/** Where the process is killed: while a message is stored, sent to the bot, given up, or answered. */
const POINTS = {
  batch: ['storing the message', 'storing the answer', 'storing the hand-over'],
  answer: ['stored the message', 'stored the answer', 'stored the hand-over'],
  before: ['claimed'],
  after: ['received by the bot'],
  end: ['concluded'],
} as const

/** The text by which a point finds its message: the message's or the answer's text, or the reason of the failure. */
const textOf = (point: string): string =>
  point.endsWith('the hand-over') ? `it answered ${point.startsWith('storing') ? 507 : 508}` : point
const deaths = (points: readonly string[], inHand: string) =>
  points.map((point) => die(point, inHand, textOf(point))).join('\n')

const edits: Edit[] = [
  ...beforeWriting(deaths(POINTS.batch, 'inputs.map(({ input }) => input.command)')),
  {
    file: 'conversation/commit/commit.ts',
    find: 'onCommitted(changed)\n',
    put: `${deaths(POINTS.answer, 'batch.map(({ input }) => input.command)')}\nonCommitted(changed)\n`,
  },
  {
    file: 'deliveries/worker.ts',
    find: 'const startedAt = clock.now()',
    put: `${deaths(POINTS.before, '[delivery.kind, delivery.body]')}\nconst startedAt = clock.now()`,
  },
  {
    file: 'deliveries/worker.ts',
    find: 'onAttempt?.(delivery.kind, attempted.record)',
    put: `${deaths(POINTS.after, '[delivery.kind, delivery.body]')}\nonAttempt?.(delivery.kind, attempted.record)`,
  },
  {
    file: 'deliveries/worker.ts',
    find: 'await leases.whileDown(delivery, () => handler.conclude(delivery, attempted, settlement))',
    put: `await leases.whileDown(delivery, () => handler.conclude(delivery, attempted, settlement))
      ${deaths(POINTS.end, '[delivery.kind, delivery.body]')}`,
  },
]

for (const kind of testKinds())
  test(`R2 R21 killed between receiving, storing and answering: each message is answered once or queued, ${kind}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deskbell-bot-points-'))
    const place = await makePlace(kind)
    const provider = await startIntegratorServer()
    const front = await startIntegratorServer()
    const server = new ServerProcess(
      {
        place,
        serverUrl: front.url,
        edits: [...shortLease, ...edits],
        env: { POINTS: folder },
        bots: [
          {
            name: 'Helper',
            providerId: 'helper',
            providerUrl: provider.url,
            token: TOKEN,
            channels: ['App'],
          },
        ],
      },
      await freePort(),
    )
    /** Sends until the server accepts or finally refuses the message. */
    const insists = async (url: string, body: string, headers: Record<string, string> = {}): Promise<void> => {
      for (let tries = 0; tries < 600; tries++) {
        const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(5000) }).catch(
          () => undefined,
        )
        if (answer && answer.status < 500) return
        await pause(50)
      }
      throw new Error(`the server never accepted ${body}`)
    }
    // The bot accepts a message, or fails as its text says, and answers each event each time that it receives it.
    provider.behaves((request, response) => {
      const { event, id, chat_id: chat, message } = JSON.parse(request.body)
      const text: string = message?.text ?? ''
      const status = text.endsWith('the hand-over') ? Number(textOf(text).slice(-3)) : 200
      response.writeHead(status).end()
      if (event !== 'CLIENT_MESSAGE' || status !== 200) return
      const said = text.endsWith('the answer') ? text : `received ${id}`
      const body = JSON.stringify({ event: 'BOT_MESSAGE', id, chat_id: chat, message: { type: 'TEXT', text: said } })
      void insists(`${server.url}/bot/webhooks/helper/${TOKEN}`, body)
    })
    const api = async <T>(path: string): Promise<T> => {
      const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
      return (await (await fetch(`${server.url}/api${path}`, { headers })).json()) as T
    }
    const state = async (customer: string) => {
      const { chats } = await api<{ chats: ChatForMe[] }>('/chats?limit=200')
      const chat = chats.find(({ visitor }) => visitor.id === customer)
      if (!chat) return undefined
      const { entries } = await api<{ entries: Entry[] }>(`/chats/${chat.id}/entries?after=0&limit=500`)
      const from = (who: string) => entries.filter((entry) => entry.type === 'message' && entry.from === who).length
      return { owner: chat.owner, asked: from('visitor'), answered: from('bot'), entries }
    }
    try {
      await server.start()
      for (const point of Object.values(POINTS).flat()) {
        const ended = server.ended()
        // Only for the message: the bot's answer has another text.
        const wrote = insists(
          server.channelUrl,
          JSON.stringify({ sender: { id: point }, message: { type: 'text', text: point } }),
          { 'idempotency-key': point },
        )
        assert.equal(await ended, 'SIGKILL', point)
        server.launch()
        await server.up
        await wrote
        const handed = point.endsWith('the hand-over')
        const over = async () => {
          const now = await state(point)
          return handed ? now?.owner === 'queue' : now?.answered === 1
        }
        for (let tries = 0; !(await over()); tries++) {
          assert.ok(tries < 300, `${point}: ${JSON.stringify(await state(point))}`)
          await pause(50)
        }
        // Any further consequence would have arrived by now.
        await pause(300)
        const now = await state(point)
        assert.equal(now?.asked, 1, point)
        assert.equal(now.answered, handed ? 0 : 1, `${point}: ${JSON.stringify(now.entries)}`)
        assert.equal(now.entries.filter(({ type }) => type === 'bot.left').length, handed ? 1 : 0, point)
        assert.equal(now.owner, handed ? 'queue' : 'bot', point)
      }
    } finally {
      await server.close()
      await provider.close()
      await front.close()
      await place.drop()
      rmSync(folder, { recursive: true })
    }
  })
