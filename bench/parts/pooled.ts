// One way to post to servers of integrators, measured in a process of its own: `pooled.ts sender|agent PORT`.
import { performance } from 'node:perf_hooks'
import { makeGuard } from '../../packages/server/src/deliveries/http/guard.ts'
import { makeSender } from '../../packages/server/src/deliveries/http/send.ts'
import { realClock } from '../../packages/server/src/platform/clock.ts'

const REQUESTS = 20_000
const AT_ONCE = 64
const BODY = Buffer.from('{"recipient":{"id":"324"},"message":{"type":"text","id":"1","text":"hello"}}')
const HEADERS = { 'content-type': 'application/json' }
const TIMEOUT = 3000

type Post = (path: string) => Promise<void>

function withSender(url: string): Post {
  const guard = makeGuard({ allowTargets: ['127.0.0.1'], ownHosts: [] })
  const sender = makeSender({ guard, clock: realClock, userAgent: 'bench', socketsPerOrigin: 1024 })
  return async (path) => {
    const answer = await sender.send({
      method: 'POST',
      url: url + path,
      purpose: 'channel',
      headers: HEADERS,
      body: BODY,
      timeoutMs: TIMEOUT,
      maxBytes: 65_536,
    })
    if (answer.kind === 'failed') throw new Error(answer.detail)
  }
}

/** The library's own pool, which judges no address and bounds no answer. */
async function withAgent(url: string): Promise<Post> {
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent({ connections: 1024, pipelining: 1 })
  return async (path) => {
    const signal = AbortSignal.timeout(TIMEOUT)
    const { body } = await request(url + path, { dispatcher, method: 'POST', headers: HEADERS, body: BODY, signal })
    await body.bytes()
  }
}

async function run(post: Post, requests: number): Promise<void> {
  let next = 0
  const poster = async () => {
    while (next < requests) await post(`/${next++}`)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, poster))
}

const [, , way, port] = process.argv
const url = `http://127.0.0.1:${port}`
const post = way === 'agent' ? await withAgent(url) : withSender(url)
await run(post, REQUESTS / 5)
const before = process.cpuUsage()
const begun = performance.now()
await run(post, REQUESTS)
const { user, system } = process.cpuUsage(before)
const second = performance.now() - begun
process.stdout.write(
  JSON.stringify({
    micros: (user + system) / REQUESTS,
    perSecond: (REQUESTS / second) * 1000,
    megabytes: process.memoryUsage().rss / 2 ** 20,
  }),
)
process.exit(0)
