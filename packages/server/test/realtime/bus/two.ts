import { handClock, type HandClock } from '../../clock.ts'
import { makePlace, type Place } from '../../db.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../test-server.ts'
import { soon } from '../../channels/widget/soon.ts'
import { WIDGET } from '../../channels/widget/page.ts'

export interface Process {
  testServer: TestServer
  clock: HandClock
  logged: string[]
}

/** One process, with a clock that stands still: it does not poll, so it finds only what the bus announces. */
export async function startProcess(options: TestServerOptions & { nats?: string | undefined }): Promise<Process> {
  const { nats, ...rest } = options
  const clock = handClock(Date.now())
  const logged: string[] = []
  const testServer = await startTestServer({
    kind: 'server',
    clock,
    channels: [WIDGET],
    onLog: (line) => logged.push(line),
    ...rest,
    env: { ...(nats && { NATS_URL: nats }), ...rest.env },
  })
  if (nats) await soon(() => logged.some((line) => line.includes('"status":"connected"')), 20_000)
  return { testServer, clock, logged }
}

/** Resolves with the result, moving the clocks of both processes meanwhile. */
export async function whileTimePasses<T>(
  { here, there }: Record<'here' | 'there', Process>,
  work: Promise<T>,
): Promise<T> {
  let over = false
  const settled = work.finally(() => (over = true))
  settled.catch(() => {})
  while (!over) {
    for (const { clock } of [here, there]) await clock.move(50)
    // On a busy machine the clocks do not run far ahead of what pages and processes say to each other.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return settled
}

/** Two processes of one installation: one database, one SECRET_KEY. */
export async function startTwo(nats: string | undefined, options: TestServerOptions = {}) {
  const place = await makePlace('server')
  const kept: Place = { ...place, drop: async () => {} }
  const here = await startProcess({ ...options, nats, place: kept })
  const there = await startProcess({ ...options, nats, place: kept })
  return {
    here,
    there,
    /** Resolves when each process has seen the other, and heard its beats if there is a bus. */
    async seeEachOther() {
      const both = [here, there]
      await soon(async () => {
        for (const { clock } of both) await clock.move(500)
        return both.every(({ testServer }) => testServer.services.processes.living().length === 2)
      }, 20_000)
    },
    async close() {
      await there.testServer.close()
      await here.testServer.close()
      await place.drop()
    },
  }
}
