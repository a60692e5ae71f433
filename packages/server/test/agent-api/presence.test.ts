import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BusMessage } from '../../src/realtime/bus/bus.ts'
import { makePresence, type PresenceStatus } from '../../src/realtime/presence.ts'
import { createAccount } from '../../src/settings/accounts.ts'
import { createAgent } from '../../src/identity/agents.ts'
import { OPERATOR } from '../../src/settings/change.ts'
import { countingQueries } from '../at-rest.ts'
import { aProcess, localBus, withoutBus } from '../realtime/a-process.ts'
import { handClock, type HandClock } from '../clock.ts'
import { openTestDb, testKinds, type DbKind } from '../db.ts'

/** An account with two agents and any number of processes, each with a clock of its own. */
async function openProcesses(kind: DbKind) {
  const { db: opened, close } = await openTestDb(kind)
  const { db, answered } = countingQueries(opened)
  const [account, ann, bob] = await db.transaction(async (tx) => {
    const made = await createAccount(tx, 'Shop')
    const add = (name: string) => createAgent(tx, made, OPERATOR, { email: `${name}@shop.test`, name, role: 'agent' })
    return [made, await add('ann'), await add('bob')]
  })
  const switches = new Map<number, 'online' | 'away'>([
    [ann ?? 0, 'online'],
    [bob ?? 0, 'online'],
  ])
  const all: ReturnType<typeof makePresence>[] = []
  return {
    answered,
    account: account ?? 0,
    ann: ann ?? 0,
    bob: bob ?? 0,
    switches,
    start(clock: HandClock, bus = localBus) {
      const errors: unknown[] = []
      const presence = makePresence({
        db,
        clock,
        processes: aProcess(),
        losses: withoutBus,
        bus,
        switchOf: (_account, agent) => switches.get(agent),
        onError: (error) => errors.push(error),
      })
      const told: [number, PresenceStatus][] = []
      presence.onChange((_account, agent, status) => told.push([agent, status]))
      all.push(presence)
      return { presence, told, errors }
    },
    async close() {
      for (const presence of all) await presence.close()
      await close()
    },
  }
}

/** Moves a clock a second at a time, letting the database answer, until something holds; the seconds that it took. */
async function secondsUntil(answered: () => Promise<void>, clock: HandClock, holds: () => boolean): Promise<number> {
  for (let second = 0; second <= 60; second++) {
    await answered()
    if (holds()) return second
    await clock.move(1000)
  }
  throw new Error('not within 60 seconds')
}

for (const kind of testKinds())
  suite(`presence, ${kind}`, () => {
    test('A4 an agent is online while connected and not away, however many windows are open', async () => {
      const processes = await openProcesses(kind)
      try {
        const { account, ann, bob, switches } = processes
        const { presence, told } = processes.start(handClock())
        assert.equal(presence.statusOf(account, ann), 'offline')
        presence.connected(account, ann)
        assert.equal(presence.isOnline(account, ann), true)
        assert.equal(presence.anyOnline(account, [bob, ann]), true)
        assert.equal(presence.anyOnline(account, []), false)
        presence.connected(account, ann)
        presence.disconnected(account, ann)
        assert.equal(presence.isOnline(account, ann), true)
        switches.set(ann, 'away')
        presence.recheck()
        assert.equal(presence.statusOf(account, ann), 'away')
        assert.equal(presence.anyOnline(account, [ann]), false)
        switches.set(ann, 'online')
        presence.recheck()
        presence.disconnected(account, ann)
        assert.equal(presence.statusOf(account, ann), 'offline')
        presence.disconnected(account, ann)
        assert.deepEqual(told, [
          [ann, 'online'],
          [ann, 'away'],
          [ann, 'online'],
          [ann, 'offline'],
        ])
        // A removed agent is in no list, also when connected.
        presence.connected(account, bob)
        switches.delete(bob)
        assert.equal(presence.statusOf(account, bob), 'offline')
      } finally {
        await processes.close()
      }
    })
  })

if (testKinds().includes('server'))
  suite('presence in several processes', () => {
    test('A4 another process learns within two seconds which agents came and went', async () => {
      const processes = await openProcesses('server')
      try {
        const { account, ann } = processes
        const [here, there] = [handClock(), handClock()]
        const first = processes.start(here)
        const second = processes.start(there)
        first.presence.connected(account, ann)
        assert.ok((await secondsUntil(processes.answered, there, () => second.presence.isOnline(account, ann))) <= 2)
        // A quick reconnect does not count as going offline.
        first.presence.disconnected(account, ann)
        first.presence.connected(account, ann)
        first.presence.disconnected(account, ann)
        assert.ok((await secondsUntil(processes.answered, there, () => !second.presence.isOnline(account, ann))) <= 2)
        assert.deepEqual(second.told, [
          [ann, 'online'],
          [ann, 'offline'],
        ])
        assert.deepEqual([...first.errors, ...second.errors], [])
      } finally {
        await processes.close()
      }
    })

    test('A4 after a process died, its connected agents are offline after 20 to 35 seconds', async () => {
      const processes = await openProcesses('server')
      try {
        const { account, ann } = processes
        const [here, there] = [handClock(), handClock()]
        const first = processes.start(here)
        const second = processes.start(there)
        first.presence.connected(account, ann)
        await secondsUntil(processes.answered, there, () => second.presence.isOnline(account, ann))
        // A running process renews its row regularly.
        for (let i = 0; i < 60; i++) {
          await here.move(1000)
          await there.move(1000)
          await processes.answered()
          assert.equal(second.presence.isOnline(account, ann), true, `after ${i} s`)
        }
        // The clock of the dead process stands still.
        const gone = await secondsUntil(processes.answered, there, () => !second.presence.isOnline(account, ann))
        assert.ok(gone >= 20 && gone <= 35, `${gone} s`)
      } finally {
        await processes.close()
      }
    })

    test('A4 with a bus, another process gets the presence at once', async () => {
      const processes = await openProcesses('server')
      try {
        const { account, ann } = processes
        const heard: ((message: BusMessage) => void)[] = []
        const bus = {
          ...localBus,
          publish: (message: BusMessage) => heard.forEach((fn) => fn(message)),
          subscribe(fn: (message: BusMessage) => void) {
            heard.push(fn)
            return () => {}
          },
        }
        const first = processes.start(handClock(), bus)
        const second = processes.start(handClock(), bus)
        first.presence.connected(account, ann)
        assert.equal(
          await secondsUntil(processes.answered, handClock(), () => second.presence.isOnline(account, ann)),
          0,
        )
      } finally {
        await processes.close()
      }
    })
  })
