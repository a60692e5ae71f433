import { createServer, type Server, type Socket } from 'node:net'
import { openAgent } from './agent.ts'
import { serve } from './child.ts'
import { channelPath, TOKEN } from './deskbell.ts'
import { bytesOf, Connection } from './http.ts'
import { pace } from './pace.ts'
import { customerMessage, textOf } from './texts.ts'

/**
 * Integrators and agents in one process, with one clock: each agents' message is timed from the agent's POST to its
 * arrival at the integrator's endpoint. Each endpoint has a separate address (127.0.1.1 and on), as in production.
 */
const OK = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 15\r\n\r\n{"result":"ok"}')

let servers: Server[] = []
/** Messages in transit by the number in their text, and their callbacks on arrival. */
const underWay = new Map<number, () => void>()
/** The index of the endpoint that does not answer; and the requests that it holds. */
let hanging = -1
const held: { socket: Socket; mark: number }[] = []

/** Time for held messages to be retried on their schedule (ms). */
const DRAIN = 20_000
/** Wait before a request is repeated that a busy server refused (ms). */
const BUSY = 200

/** Opens the endpoints and returns their addresses. */
async function open(endpoints: number): Promise<string[]> {
  servers = Array.from({ length: endpoints }, (_, place) =>
    createServer({ noDelay: true }, (socket) => {
      let begun = ''
      socket.on('error', () => socket.destroy())
      socket.on('data', (part: Buffer) => {
        begun += part.toString('latin1')
        const headEnd = begun.indexOf('\r\n\r\n')
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(begun)?.[1])
        if (headEnd < 0 || begun.length < headEnd + 4 + length) return
        const mark = Number(/"text":"(\d+) /.exec(begun)?.[1])
        begun = ''
        if (place === hanging) return void held.push({ socket, mark })
        socket.write(OK)
        underWay.get(mark)?.()
      })
    }),
  )
  return Promise.all(
    servers.map(
      (server, place) =>
        new Promise<string>((resolve, reject) => {
          server.once('error', reject)
          server.listen(0, `127.0.1.${place + 1}`, () => {
            const address = server.address()
            if (typeof address === 'object' && address) resolve(`http://${address.address}:${address.port}`)
          })
        }),
    ),
  )
}

interface Lane {
  readonly chat: number
  /** The endpoint's index. */
  readonly place: number
  readonly connection: Connection
  busy: boolean
}
let lanes: Lane[] = []
let mark = 0

/** Visitors write on every channel, and an agent accepts all chats. */
async function begin(given: { host: string; port: number; endpoints: number; each: number }): Promise<void> {
  const { host, port, endpoints, each } = given
  const customer = await Connection.open(host, port)
  for (let place = 0; place < endpoints; place++)
    for (let i = 0; i < each; i++)
      await customer.ask(
        bytesOf({ method: 'POST', path: channelPath(place), host: 'bench', body: customerMessage(`c${i}`, 'hello') }),
      )
  customer.close()
  const agent = await openAgent({ host, port })
  lanes = []
  for (const { id, channel } of await agent.openChats()) {
    await agent.ask('POST', `/api/chats/${id}/accept`, {})
    const place = Number(/\d+$/.exec(channel.name)?.[0])
    lanes.push({ chat: id, place, connection: await Connection.open(host, port), busy: false })
  }
  agent.close()
  if (lanes.length !== endpoints * each) throw new Error(`there are ${lanes.length} chats`)
}

/** The agent writes; calls back when the message was accepted, and when it arrived. */
function write({ chat, connection }: Lane, accepted: () => void, arrived: () => void): void {
  const number = mark++
  underWay.set(number, () => {
    underWay.delete(number)
    arrived()
  })
  const body = { text: textOf(String(number)) }
  const request = bytesOf({ method: 'POST', path: `/api/chats/${chat}/messages`, host: 'bench', token: TOKEN, body })
  const send = () =>
    connection.send(
      request,
      (answer) => {
        if (answer.status === 200) accepted()
        // The server is overloaded and says so.
        else if (answer.status === 503) setTimeout(send, BUSY)
        else throw new Error(`a message was answered ${answer.status}: ${answer.body}`)
      },
      true,
    )
  send()
}

/** Closed loop: in each chat the next message is written when the previous one was accepted and has arrived. */
async function carry({ warm, measure }: { warm: number; measure: number }): Promise<number> {
  const from = performance.now() + warm
  const until = from + measure
  let count = 0
  await Promise.all(
    lanes.map(
      (lane) =>
        new Promise<void>((resolve) => {
          let open = 0
          const done = () => {
            if (--open > 0) return
            if (performance.now() < until) next()
            else resolve()
          }
          const next = () => {
            open = 2
            write(lane, done, () => {
              const now = performance.now()
              if (now >= from && now < until) count++
              done()
            })
          }
          next()
        }),
    ),
  )
  return (count * 1000) / measure
}

/**
 * A fixed rate of messages over all chats in turn. Returns the delivery times for all endpoints but the first. With
 * `hang` the first endpoint does not answer during the run; at the end it answers its held requests.
 */
async function pass(given: { rate: number; warm: number; measure: number; hang: boolean }): Promise<number[]> {
  const { rate, warm, measure, hang } = given
  hanging = hang ? 0 : -1
  const times: number[] = []
  let late = 0
  const started = performance.now()
  await pace(rate, warm + measure, (turn) => {
    const lane = lanes[turn % lanes.length]
    if (!lane) return
    // The agent is still waiting for the previous answer.
    if (lane.busy) return void late++
    lane.busy = true
    const sent = performance.now()
    write(
      lane,
      () => (lane.busy = false),
      () => lane.place > 0 && sent - started >= warm && times.push(performance.now() - sent),
    )
  })
  hanging = -1
  for (const { socket, mark: number } of held.splice(0)) {
    socket.write(OK)
    underWay.get(number)?.()
  }
  const deadline = performance.now() + DRAIN
  while (underWay.size > 0 && performance.now() < deadline) await new Promise((tick) => setTimeout(tick, 20))
  if (underWay.size > 0) throw new Error(`${underWay.size} messages never arrived`)
  if (late > (rate * measure) / 100_000) throw new Error(`the server did not accept ${rate} messages a second`)
  return times
}

const jobs = { open, begin, carry, pass }
export type IntegratorJobs = typeof jobs

if (process.send) serve(jobs)
