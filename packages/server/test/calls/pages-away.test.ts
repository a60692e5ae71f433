import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '@deskbell/protocol/agent/call'
import { makeCallPages, PAGE_GONE_AFTER } from '../../src/calls/pages.ts'
import type { Db } from '../../src/db/db.ts'
import type { Statement } from '../../src/db/statement.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { handClock } from '../clock.ts'
import { startTestServer } from '../test-server.ts'

/** A process that sees pages, whose way to the store can be cut. */
function aProcess(db: Pick<Db, 'query'>) {
  const clock = handClock()
  const work = new Set<Promise<unknown>>()
  let isAway = false
  function query<R>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    const asked = isAway ? Promise.reject(new Error('away')) : db.query<R>(statement, values)
    work.add(asked)
    return asked
  }
  const pages = makeCallPages({ db: { query }, clock, onError: () => {} })
  return {
    pages,
    readGone: () => pages.readGone(clock.now()).catch(() => []),
    cut: (away: boolean) => void (isAway = away),
    /** Time passes; what is asked meanwhile is answered. */
    async passes(ms: number): Promise<void> {
      for (let gone = 0; gone < ms; gone += 500) {
        await pages.readGone(clock.now()).catch(() => {})
        await clock.move(500)
        await Promise.allSettled(work)
        work.clear()
      }
    },
  }
}

test('a call whose page is there goes on after the store was away, and one whose page is gone does not', async (t) => {
  const server = await startTestServer({ channels: [WIDGET], clock: handClock() })
  t.after(() => server.close())
  await server.agent().call('PATCH', '/call-settings', { fromPage: true })
  await server.agent().connects()
  const page = await openPage(server, { visitor: 'caller' })
  const answer = await page.ask({ t: 'call', id: nextId() })
  assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
  const { id } = answer.call
  const { visitor } = (await server.agent().call('GET', `/calls/${id}`)).body as unknown as Call
  const one = aProcess(server.services.db)
  const leave = one.pages.here({ account: 1, visitor: Number(visitor.number) })
  const stop = one.pages.start()
  t.after(stop)
  await one.passes(2 * PAGE_GONE_AFTER)
  assert.deepEqual(await one.readGone(), [])
  one.cut(true)
  await one.passes(2 * PAGE_GONE_AFTER)
  one.cut(false)
  // The call was not noted for longer than pages may be away, and is not before the next note.
  assert.deepEqual(await one.readGone(), [])
  await one.passes(2 * PAGE_GONE_AFTER)
  assert.deepEqual(await one.readGone(), [])
  leave()
  await one.passes(PAGE_GONE_AFTER + 3000)
  assert.deepEqual(await one.readGone(), [{ account: 1, id, isCarried: false }])
})
