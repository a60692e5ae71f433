import { createServer, type Server, type Socket } from 'node:net'
import { serve } from './child.ts'
import { botPath, channelPath } from './deskbell.ts'
import { bytesOf } from './http.ts'
import { pace } from './pace.ts'
import { Pool } from './pool.ts'
import { customerMessage, textOf } from './texts.ts'

/**
 * Visitors and bot providers in one process, with one clock: each message is timed from the visitor's POST to the 200
 * for the provider's answer. Each provider has a separate address (127.0.2.1 and on), and answers at once.
 */
const OK = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')

let servers: Server[] = []
let deskbell: Pool | undefined
/** Messages in transit by the number in their text, and their callbacks when the answer is stored. */
const underWay = new Map<number, () => void>()
/** Providers below this index accept requests and do not answer. */
let hanging = 0
const held: Socket[] = []
let mark = 0
const DRAIN = 20_000

/** Opens the providers and returns their addresses. */
async function open(providers: number): Promise<string[]> {
  servers = Array.from({ length: providers }, (_, place) =>
    createServer({ noDelay: true }, (socket) => hear(socket, place)),
  )
  return Promise.all(
    servers.map(
      (server, place) =>
        new Promise<string>((resolve, reject) => {
          server.once('error', reject)
          server.listen(0, `127.0.2.${place + 1}`, () => {
            const address = server.address()
            if (typeof address === 'object' && address) resolve(`http://${address.address}:${address.port}`)
          })
        }),
    ),
  )
}

function hear(socket: Socket, place: number): void {
  let begun = ''
  socket.on('error', () => socket.destroy())
  socket.on('data', (part: Buffer) => {
    begun += part.toString('latin1')
    const headEnd = begun.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(begun)?.[1])
    if (headEnd < 0 || begun.length < headEnd + 4 + length) return
    const body = begun.slice(headEnd + 4)
    begun = ''
    if (place < hanging) return void held.push(socket)
    socket.write(OK)
    const number = Number(/"text":"(\d+) /.exec(body)?.[1])
    const chat = /"chat_id":"(\d+)"/.exec(body)?.[1]
    if (body.startsWith('{"event":"CLIENT_MESSAGE"')) void answer(place, String(chat), number)
  })
}

async function answer(place: number, chat: string, number: number): Promise<void> {
  const message = { type: 'TEXT', text: textOf(String(number)), timestamp: 1_790_000_000 }
  const body = { event: 'BOT_MESSAGE', id: String(number), chat_id: chat, message }
  const said = await deskbell?.ask(bytesOf({ method: 'POST', path: botPath(place), host: 'bench', body }))
  if (said?.status !== 200) throw new Error(`an answer was answered ${said?.status}: ${said?.body}`)
  underWay.get(number)?.()
}

/** A visitor writes; calls back when the bot's answer is stored. */
async function write(place: number, customer: string, arrived: () => void): Promise<void> {
  const number = mark++
  underWay.set(number, () => {
    underWay.delete(number)
    arrived()
  })
  const body = customerMessage(customer, textOf(String(number)))
  const said = await deskbell?.ask(bytesOf({ method: 'POST', path: channelPath(place), host: 'bench', body }))
  if (said?.status !== 200) throw new Error(`a message was answered ${said?.status}: ${said?.body}`)
}

/** The address of the server, or of the program that is measured instead. */
async function turnTo({ host, port }: { host: string; port: number }): Promise<void> {
  deskbell?.close()
  deskbell = new Pool(host, port)
  hanging = 0
  underWay.clear()
  for (const socket of held.splice(0)) socket.destroy()
}

interface Load {
  /** How many visitors take turns: enough that none writes as fast as a loop of bots. */
  readonly customers: number
  readonly providers: number
}

/** Closed loop: `atOnce` visitors, each of whom writes again when answered. Returns messages a second. */
async function carry(given: Load & { atOnce: number; warm: number; measure: number }): Promise<number> {
  const from = performance.now() + given.warm
  const until = from + given.measure
  let turn = 0
  let count = 0
  const next = async (): Promise<void> => {
    while (performance.now() < until) {
      const one = turn++ % given.customers
      await new Promise<void>((resolve) => void write(one % given.providers, `c${one}`, resolve))
      const now = performance.now()
      if (now >= from && now < until) count++
    }
  }
  await Promise.all(Array.from({ length: given.atOnce }, next))
  return (count * 1000) / given.measure
}

/**
 * A fixed rate of messages, visitors and providers in turn: the times until the answer was stored, for providers after
 * the first `spare` ones, of which `hang` hang. The spare ones have new visitors in each `run`.
 */
async function pass(
  given: Load & { rate: number; warm: number; measure: number; hang: number; spare: number; run: string },
): Promise<number[]> {
  hanging = given.hang
  const times: number[] = []
  const started = performance.now()
  let turn = 0
  await pace(given.rate, given.warm + given.measure, () => {
    const one = turn++
    const place = one % given.providers
    const sent = performance.now()
    const spare = place < given.spare
    const customer = spare ? `${given.run} ${one}` : `c${one % given.customers}`
    void write(place, customer, () => {
      if (!spare && sent - started >= given.warm) times.push(performance.now() - sent)
    })
    if (place < hanging) underWay.delete(mark - 1)
  })
  const deadline = performance.now() + DRAIN
  while (underWay.size > 0 && performance.now() < deadline) await new Promise((tick) => setTimeout(tick, 20))
  if (underWay.size > 0)
    throw new Error(
      `${underWay.size} messages were never answered: ${JSON.stringify([given, [...underWay.keys()], mark])}`,
    )
  hanging = 0
  for (const socket of held.splice(0)) socket.destroy()
  return times
}

/** The first provider hangs, and one visitor writes to it; resolves when the server has the message. */
async function wait({ customer }: { customer: string }): Promise<void> {
  hanging = 1
  await write(0, customer, () => {})
  underWay.delete(mark - 1)
}

const jobs = { open, turnTo, carry, pass, wait }
export type ProviderJobs = typeof jobs

if (process.send) serve(jobs)
