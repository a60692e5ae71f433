import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { serve } from './child.ts'

/**
 * Many pages with the widget in one process: hand-written sockets, because the server is what is measured. Each sends
 * hello as a separate visitor and answers pings; received frames are kept as text.
 */
interface Page {
  socket: Socket
  name: string
  heard: string
  ready: boolean
  /** The newest position that it received, as JSON. */
  cursor: string
  pending: Buffer
}

interface Target {
  readonly host: string
  readonly port: number
  readonly widget: string
}

const pages: Page[] = []
let target: Target
/** One address has too few ports, especially while those of closed connections are reserved. */
const PER_ADDRESS = 2000

function frame(text: string, opcode = 1): Buffer {
  const body = Buffer.from(text)
  const mask = randomBytes(4)
  const head =
    body.length < 126
      ? Buffer.of(0x80 | opcode, 0x80 | body.length)
      : Buffer.of(0x80 | opcode, 0xfe, body.length >> 8, body.length & 255)
  for (let i = 0; i < body.length; i++) body[i] = (body[i] ?? 0) ^ (mask[i & 3] ?? 0)
  return Buffer.concat([head, mask, body])
}

function open(place: number): Promise<void> {
  const known = pages[place]
  const page: Page = known ?? {
    socket: undefined as never,
    name: '',
    heard: '',
    ready: false,
    cursor: '',
    pending: Buffer.alloc(0),
  }
  page.name = `crowd-${String(place).padStart(26, '0')}`
  page.ready = false
  page.pending = Buffer.alloc(0)
  pages[place] = page
  return new Promise((resolve, reject) => {
    const localAddress = `127.0.1.${1 + Math.floor(place / PER_ADDRESS)}`
    const socket = connect({ host: target.host, port: target.port, localAddress })
    page.socket = socket
    let upgraded = false
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`the line of page ${place} was closed`)))
    socket.write(
      `GET /widget/${target.widget}/socket HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    socket.on('data', (part: Buffer) => {
      page.pending = page.pending.length > 0 ? Buffer.concat([page.pending, part]) : part
      if (!upgraded) {
        const end = page.pending.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!page.pending.toString('latin1').startsWith('HTTP/1.1 101'))
          return reject(new Error(page.pending.toString('latin1')))
        upgraded = true
        page.pending = page.pending.subarray(end + 4)
        const after = page.cursor === '' ? '' : `,"after":${page.cursor}`
        socket.write(
          frame(
            `{"t":"hello","visitor":"${page.name}","visit":"${page.name}","url":"https://shop.test/p/${place}","title":"Page"${after}}`,
          ),
        )
      }
      read(page, resolve)
    })
  })
}

function read(page: Page, ready: () => void): void {
  for (;;) {
    const { pending } = page
    if (pending.length < 2) return
    const opcode = (pending[0] ?? 0) & 15
    let length = (pending[1] ?? 0) & 127
    let at = 2
    if (length === 126) {
      if (pending.length < 4) return
      length = pending.readUInt16BE(2)
      at = 4
    }
    if (pending.length < at + length) return
    const text = pending.subarray(at, at + length).toString()
    page.pending = pending.subarray(at + length)
    if (page.pending.length === 0) page.pending = Buffer.alloc(0)
    if (opcode === 9) page.socket.write(frame(text, 10))
    if (opcode !== 1) continue
    if (text.startsWith('{"t":"ready"')) {
      page.ready = true
      ready()
    } else if (text.startsWith('{"t":"entries"')) {
      page.heard += text
      page.cursor = /"cursor":(\{[^}]*\})/.exec(text)?.[1] ?? page.cursor
    }
  }
}

/** Opens more pages up to the given number, some at a time; returns the seconds taken. */
async function come(given: Target & { count: number }): Promise<number> {
  target = given
  const began = performance.now()
  for (let from = pages.length; from < given.count; from += 200)
    await Promise.all(Array.from({ length: Math.min(200, given.count - from) }, (_, i) => open(from + i)))
  return (performance.now() - began) / 1000
}

/**
 * All connections break at once, and each reconnects at a random moment within `within` ms: seconds until the last is
 * ready.
 */
async function storm({ within }: { within: number }): Promise<number> {
  const began = performance.now()
  for (const { socket } of pages) {
    socket.removeAllListeners('error')
    socket.on('error', () => {})
    socket.destroy()
  }
  await Promise.all(
    pages.map(async (_, place) => {
      for (let back = false; !back;) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * within))
        // A busy server refuses the connection; the page retries, as the widget does.
        back = await open(place).then(
          () => true,
          () => false,
        )
      }
    }),
  )
  return (performance.now() - began) / 1000
}

/** The frames that the first `count` pages received, as text. */
async function heard({ count }: { count: number }): Promise<string[]> {
  return pages.slice(0, count).map((page) => page.heard)
}

/** The first `count` pages write a message. */
async function write({ count }: { count: number }): Promise<void> {
  for (const [place, { socket }] of pages.slice(0, count).entries())
    socket.write(frame(`{"t":"message","id":"crowd-message-${place}","text":"hello"}`))
}

const jobs = { come, storm, heard, write }
export type CrowdJobs = typeof jobs

if (process.send) serve(jobs)
