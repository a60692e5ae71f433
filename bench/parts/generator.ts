import { serve } from './child.ts'
import { bytesOf, Connection } from './http.ts'
import { quantile } from './figures.ts'
import { pace } from './pace.ts'
import { customerMessage } from './texts.ts'

/** The load generator: a separate process, so that its cost is not counted as the server's. */

export interface Target {
  readonly host: string
  readonly port: number
  readonly path: string
}

export interface PostJob {
  readonly target: Target
  /** Paths that the connections take in turn; default: that of the target. */
  readonly paths?: readonly string[]
  /** Each connection sends its next message when the previous one was answered. */
  readonly connections: number
  /** Visitors per connection, who write in turn. */
  readonly visitors?: number
  /** Prefix of the visitors' names. */
  readonly prefix?: string
  /** Warm-up time (ms), and measured time (ms). */
  readonly warm: number
  readonly measure: number
}

export interface Posted {
  /** All messages answered with 200, including those of the warm-up. */
  readonly accepted: number
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

/** Closed loop: as many visitors' messages as the target accepts. */
async function post(job: PostJob): Promise<Posted> {
  const { target, paths = [target.path], connections, visitors = 1, prefix = 'v', warm, measure } = job
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(target.host, target.port)))
  const times: number[] = []
  const started = performance.now()
  const from = started + warm
  const until = from + measure
  const refused: string[] = []
  let accepted = 0
  await Promise.all(
    open.map(
      (connection, place) =>
        new Promise<void>((resolve, reject) => {
          connection.onFailure(reject)
          const path = paths[place % paths.length] ?? target.path
          const requests = Array.from({ length: visitors }, (_, visitor) => {
            const name = `${prefix}${place}-${visitor}`
            return bytesOf({ method: 'POST', path, host: 'bench', body: customerMessage(name, name) })
          })
          let turn = 0
          let sent = 0
          const next = () => {
            sent = performance.now()
            connection.send(requests[turn++ % requests.length] ?? Buffer.alloc(0), answered)
          }
          const answered = ({ status }: { status: number }) => {
            const now = performance.now()
            if (status === 200) accepted++
            else refused.push(String(status))
            if (sent >= from && now <= until) times.push(now - sent)
            if (now < until) next()
            else resolve()
          }
          next()
        }),
    ),
  )
  for (const connection of open) connection.close()
  if (refused.length > 0) throw new Error(`${refused.length} messages were refused, the first with ${refused[0]}`)
  const rate = (times.length * 1000) / measure
  return { accepted, rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

export interface ReadJob {
  readonly target: Target
  readonly token: string
  readonly warm: number
  readonly measure: number
}

/** One request after the other for the same page, as one agent would send them. Returns the median as p50. */
async function read({ target, token, warm, measure }: ReadJob): Promise<{ p50: number; bytes: number }> {
  const connection = await Connection.open(target.host, target.port)
  const request = bytesOf({ path: target.path, host: 'bench', token })
  const times: number[] = []
  const from = performance.now() + warm
  let bytes = 0
  for (let now = performance.now(); now < from + measure;) {
    const { status, body } = await connection.ask(request)
    if (status !== 200) throw new Error(`${target.path} was answered ${status}: ${body}`)
    bytes = body.length
    const then = now
    now = performance.now()
    if (then >= from) times.push(now - then)
  }
  connection.close()
  return { p50: quantile(times, 0.5), bytes }
}

export interface SteadyJob {
  readonly target: Target
  /** Messages a second, in total. */
  readonly rate: number
  readonly measure: number
  /** The visitors who write, by name; the first ones write the given share of all messages. */
  readonly visitors: readonly string[]
  readonly often: { readonly visitors: number; readonly share: number }
}

/** Open loop: messages at a steady rate, of visitors in a fixed shuffled order. Returns how many were accepted. */
async function steady({ target, rate, measure, visitors, often }: SteadyJob): Promise<number> {
  const free = await Promise.all(Array.from({ length: 16 }, () => Connection.open(target.host, target.port)))
  const all = [...free]
  const refused: number[] = []
  let accepted = 0
  let seed = 1
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  await pace(rate, measure, (turn) => {
    const connection = free.pop()
    // All are waiting for their 200.
    if (!connection) return
    const name = visitors[draw(100) < often.share * 100 ? draw(often.visitors) : draw(visitors.length)] ?? ''
    const body = customerMessage(name, `live ${turn}`)
    connection.send(bytesOf({ method: 'POST', path: target.path, host: 'bench', body }), ({ status }) => {
      if (status === 200) accepted++
      else refused.push(status)
      free.push(connection)
    })
  })
  for (const connection of all) connection.close()
  if (refused.length > 0) throw new Error(`${refused.length} messages were refused, the first with ${refused[0]}`)
  return accepted
}

const jobs = { post, read, steady }
export type GeneratorJobs = typeof jobs

if (process.send) serve(jobs)
