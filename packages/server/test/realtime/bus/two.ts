import { handClock, type HandClock } from '../../clock.ts'
import { makePlace, type Place } from '../../db.ts'
import { startHouse, type House, type HouseOptions } from '../../house.ts'
import { soon } from '../../channels/widget/soon.ts'
import { WIDGET } from '../../channels/widget/page.ts'

export interface Process {
  house: House
  clock: HandClock
  logged: string[]
}

/** One process, with a clock that stands still: it does not poll, so it finds only what the bus announces. */
export async function startProcess(options: HouseOptions & { nats?: string | undefined }): Promise<Process> {
  const { nats, ...rest } = options
  const clock = handClock(Date.now())
  const logged: string[] = []
  const house = await startHouse({
    kind: 'server',
    clock,
    channels: [WIDGET],
    onLog: (line) => logged.push(line),
    ...rest,
    env: { ...(nats && { NATS_URL: nats }), ...rest.env },
  })
  if (nats) await soon(() => logged.some((line) => line.includes('"status":"connected"')), 20_000)
  return { house, clock, logged }
}

/** Two processes of one installation: one database, one SECRET_KEY. */
export async function startTwo(nats: string | undefined, options: HouseOptions = {}) {
  const place = await makePlace('server')
  const kept: Place = { ...place, drop: async () => {} }
  const here = await startProcess({ ...options, nats, place: kept })
  const there = await startProcess({ ...options, nats, place: kept })
  return {
    here,
    there,
    async close() {
      await there.house.close()
      await here.house.close()
      await place.drop()
    },
  }
}
