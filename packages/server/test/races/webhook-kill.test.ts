import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { extent, isFull, seedOfRun, tell } from '../../../../tools/extent.ts'
import { shortLease } from '../checker/edits.ts'
import { startReceiver } from '../checker/receiver.ts'
import { eventsDue, eventsReceived, judgeEvents, passBy } from '../checker/passers.ts'
import { seeded } from '../checker/random.ts'
import { read, readHistory, readInbox } from '../checker/readers.ts'
import { startIntegrator } from '../checker/integrator.ts'
import { freePort } from '../free-port.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds, type DbKind } from '../db.ts'

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

    let written = 0
    let killed = 0
    /** Customers write; Ann accepts and closes: two events for each chat. */
    async function works(): Promise<void> {
      while (written < chats || killed < kills) {
        await passBy(server, String(++written))
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

    const histories: { chat: number; entries: Entry[] }[] = []
    try {
      // One after the other: an agent's concurrent requests are limited.
      for (const { id } of await readInbox(server.url))
        histories.push({ chat: id, entries: await readHistory(server.url, id) })
    } catch (error) {
      throw new Error(`${server.deaths.join()} ${server.lines.slice(-20).join('\n')}`, { cause: error })
    }
    const due = eventsDue(histories)
    const delivered = () => eventsReceived(receiver.received)
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
      ...judgeEvents(due, receiver.received),
    ]
    const repeats = receiver.received.length - new Set(receiver.received.map(({ webhookId }) => webhookId)).size
    const [during, after] = [killedAll - began, performance.now() - killedAll].map((ms) => Math.round(ms / 1000))
    const counted = `${kills} kills in ${during} s, ${due.length} events, all delivered ${after} s later, ${repeats} repeats`
    process.stdout.write(`${kind}: ${counted} (SEED=${seed})\n`)
    tell({ what: `R1 kills during webhooks’ deliveries, ${kind}`, count: kills, violations: wrong.length })
    assert.deepEqual(wrong, [], `SEED=${seed}`)
    assert.ok(due.length >= 2 * chats)
  })
