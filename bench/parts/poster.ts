import { createHmac } from 'node:crypto'
import { Pool } from 'undici'
import { serve } from './child.ts'

/** The minimum cost of delivering: a loop that signs and posts bodies, and waits for the responses. */
interface Given {
  readonly urls: readonly string[]
  readonly body: string
  /** Concurrent requests per address. */
  readonly concurrency: number
  readonly count: number
}

const KEY = Buffer.alloc(32, 7)

function headersOf(id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', KEY).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

async function post({ urls, body, concurrency, count }: Given): Promise<number> {
  let left = count
  let serial = 0
  const pools = urls.map((url) => new Pool(new URL(url).origin, { connections: concurrency, pipelining: 1 }))
  const started = performance.now()
  await Promise.all(
    urls.flatMap((url, place) =>
      Array.from({ length: concurrency }, async () => {
        while (left-- > 0) {
          const answer = await pools[place]!.request({
            method: 'POST',
            path: new URL(url).pathname,
            headers: headersOf(`evt_${serial++}`, body),
            body,
          })
          await answer.body.text()
        }
      }),
    ),
  )
  const took = performance.now() - started
  await Promise.all(pools.map((pool) => pool.close()))
  return (count * 1000) / took
}

/** One request at a time at this rate (a second): the response time of each (ms). */
async function single({ url, body, pace, count }: { url: string; body: string; pace: number; count: number }) {
  const pool = new Pool(new URL(url).origin, { connections: 1, pipelining: 1 })
  const times: number[] = []
  const started = performance.now()
  for (let turn = 0; turn < count; turn++) {
    const wait = started + (turn * 1000) / pace - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const sent = performance.now()
    const answer = await pool.request({
      method: 'POST',
      path: new URL(url).pathname,
      headers: headersOf(`evt_${turn}`, body),
      body,
    })
    await answer.body.text()
    times.push(performance.now() - sent)
  }
  await pool.close()
  return times
}

const jobs = { post, single }
export type PosterJobs = typeof jobs

if (process.send) serve(jobs)
