import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { extent, isFull, seedOfRun, tell } from '../../../../tools/extent.ts'
import { shortLease } from '../checker/edits.ts'
import { startReceiver, type ReceivedEvent } from '../checker/receiver.ts'
import { seeded } from '../checker/random.ts'
import { read, readHistory, readInbox } from '../checker/readers.ts'
import { startIntegrator } from '../checker/integrator.ts'
import { freePort } from '../free-port.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds, type DbKind } from '../db.ts'
import { ANN, tokenOf } from '../test-server.ts'

/** The number of kills, and of deliveries during them. The embedded database starts more slowly. */
const SIZES: Record<DbKind, { kills: number; chats: number }> = {
  server: { kills: extent(12, 100), chats: extent(60, 500) },
  embedded: { kills: extent(4, 50), chats: extent(20, 150) },
}
/** A few kills are not worth waiting for the leases of those that died. */
const LEASES = isFull ? [] : shortLease
const WRITERS = 8
/** A lease may expire twice, and a delivery whose leases expired repeatedly waits a minute. */
const ENDS_WITHIN = 240_000

for (const kind of testKinds())
  test(`R1 kill -9 during webhook deliveries loses none, and a repeat has the same id and body, ${kind}`, async (t) => {
    const { kills, chats } = SIZES[kind]
    const seed = seedOfRun()
    const random = seeded(seed)
    const [place, integrator, receiver] = await Promise.all([makePlace(kind), startIntegrator(), startReceiver()])
    const server = new ServerProcess(
      { place, serverUrl: integrator.server.url, webhooks: [{ url: receiver.url }], edits: LEASES },
      await freePort(),
    )
    t.after(async () => {
      await server.close()
      await Promise.all([integrator.close(), receiver.close()])
      await place.drop()
    })
    await server.start()

    /** Repeats a request until it is answered: each of these requests is idempotent. */
    async function ask(url: string, body: object, key?: string): Promise<void> {
      for (;;) {
        try {
          const response = await fetch(url, {
            method: 'POST',
            body: JSON.stringify(body),
            headers: {
              authorization: `Bearer ${tokenOf(ANN)}`,
              'content-type': 'application/json',
              ...(key !== undefined && { 'idempotency-key': key }),
            },
            signal: AbortSignal.timeout(10_000),
          })
          await response.text()
          if (response.ok) return
          if (response.status < 500) throw new Error(`${url} answered ${response.status}`)
        } catch (error) {
          if (error instanceof Error && error.message.includes(' answered ')) throw error
        }
        await server.up
        await pause(20)
      }
    }

    let written = 0
    let killed = 0
    /** Customers write; Ann accepts and closes: two events for each chat. */
    async function works(): Promise<void> {
      while (written < chats || killed < kills) {
        const key = `customer-${++written}`
        await ask(server.channelUrl, { sender: { id: key }, message: { type: 'text', text: 'hi' } }, key)
        const chat = (await waiting(server.url)).find(({ visitor }) => visitor.id === key)?.id
        if (chat === undefined) throw new Error(`${key} has no chat`)
        await ask(`${server.url}/api/chats/${chat}/accept`, {})
        await ask(`${server.url}/api/chats/${chat}/close`, {})
        await pause(random.between(1, 100))
      }
    }
    async function killing(): Promise<void> {
      for (; killed < kills; killed++) {
        await server.up
        await pause(random.between(0, 400))
        await server.kill()
        server.launch()
      }
      await server.up
    }
    const began = performance.now()
    await Promise.all([killing(), ...Array.from({ length: WRITERS }, works)])
    const killedAll = performance.now()

    const inbox = await readInbox(server.url).catch((error: unknown) => {
      throw new Error(`${server.deaths.join()} ${server.lines.slice(-20).join('\n')}`, { cause: error })
    })
    const due: string[] = []
    // One after the other: an agent's concurrent requests are limited.
    for (const { id } of inbox)
      for (const { type } of await readHistory(server.url, id))
        if (type === 'agent.joined') due.push(`${id} chat_accepted`)
        else if (type === 'chat.closed') due.push(`${id} chat_finished`)
    const delivered = () => new Set(receiver.received.map(({ chat, name }) => `${chat} ${name}`))
    for (const end = Date.now() + ENDS_WITHIN; delivered().size < due.length && Date.now() < end;) await pause(200)

    // The rows that are left, in case an event is missing.
    const left = async (state: string) => {
      const { deliveries } = await read<{ deliveries: object[] }>(
        server.url,
        `/deliveries?webhook=1&state=${state}&limit=100`,
      )
      return deliveries.map((one) => `${state}: ${JSON.stringify(one)}`)
    }
    const isMissing = due.some((one) => !delivered().has(one))
    const wrong = [
      ...(isMissing ? (await Promise.all(['due', 'waiting', 'dead_letter', 'failed'].map(left))).flat() : []),
      ...server.deaths,
      ...receiver.faults,
      ...due.filter((one) => !delivered().has(one)).map((one) => `I5 ${one} was never delivered`),
      ...[...delivered()].filter((one) => !due.includes(one)).map((one) => `I5 ${one} was delivered and is not stored`),
      ...judgeRepeats(receiver.received),
      ...judgeOrder(receiver.received),
    ]
    const repeats = receiver.received.length - new Set(receiver.received.map(({ webhookId }) => webhookId)).size
    const [during, after] = [killedAll - began, performance.now() - killedAll].map((ms) => Math.round(ms / 1000))
    const counted = `${kills} kills in ${during} s, ${due.length} events, all delivered ${after} s later, ${repeats} repeats`
    process.stdout.write(`${kind}: ${counted} (SEED=${seed})\n`)
    tell({ what: `R1 kills during webhooks’ deliveries, ${kind}`, count: kills, violations: wrong.length })
    assert.deepEqual(wrong, [], `SEED=${seed}`)
    assert.ok(due.length >= 2 * chats)
  })

/** The waiting chats. They are few, since each writer accepts its own. */
async function waiting(url: string): Promise<ChatForMe[]> {
  for (let tries = 0; ; tries++) {
    try {
      return (await read<{ chats: ChatForMe[] }>(url, '/chats?view=waiting&limit=100')).chats
    } catch (error) {
      if (tries > 500) throw error
      await pause(50)
    }
  }
}

function judgeRepeats(received: readonly ReceivedEvent[]): string[] {
  const first = new Map<string, ReceivedEvent>()
  const events = new Map<string, string>()
  return received.flatMap((one) => {
    const before = first.get(one.webhookId)
    if (!before) first.set(one.webhookId, one)
    const event = `${one.chat} ${one.name}`
    const id = events.get(event) ?? one.webhookId
    events.set(event, id)
    return [
      ...(before && before.body !== one.body ? [`I5 ${one.webhookId} came in two forms`] : []),
      ...(id !== one.webhookId ? [`I5 ${event} came under two ids`] : []),
    ]
  })
}

/** The first deliveries of each chat arrive in the order of its events. */
function judgeOrder(received: readonly ReceivedEvent[]): string[] {
  const accepted = new Set<number>()
  return received.flatMap(({ chat, name }) => {
    if (name === 'chat_accepted') accepted.add(chat)
    return name === 'chat_finished' && !accepted.has(chat)
      ? [`I5 the end of chat ${chat} came before its beginning`]
      : []
  })
}
