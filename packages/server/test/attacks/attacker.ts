// The attacker: a process of its own, at a low priority, which connects to 127.0.0.1 and nowhere else, and ends
// by itself.
import { connect, type Socket } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import type { Attack, Done, Order } from './attack.ts'

/** Time between two ticks, in which due requests are sent (ms). */
const TICK = 10
/** New connections of one attack, in each tick: a machine makes no more than that beside a server. */
const CONNECTS = 4
/** The attacker reconnects this long after a connection was closed (ms). */
const BACK = 300
/** What is unread is added to so often (ms): a connection that was cut is noticed by that. */
const AGAIN = 1000
/** Bytes at a time, and the time between them (ms), of the form `slow`. */
const TRICKLE = { bytes: 16, every: 250 }
const SLOW_READ = 1000
/** The most that may wait in this process for one connection (bytes). */
const WAITING_MAX = 4 * 1024 * 1024
const ANSWER = Buffer.from('HTTP/1.1 ')

const done: Done = { opened: 0, cut: 0, sent: 0, read: 0, ticks: 0 }

class Connection {
  readonly #attack: Attack
  readonly #port: number
  readonly #index: number
  readonly #greeting: Uint8Array | undefined
  readonly #burst: Uint8Array
  #socket: Socket | undefined
  #turn: number
  #open = false
  /** Requests without an answer. */
  #unanswered = 0
  #backAt = 0
  #againAt = 0
  #at = 0

  constructor(attack: Attack, port: number, index: number, burst: Uint8Array) {
    this.#attack = attack
    this.#port = port
    this.#index = index
    this.#turn = index
    this.#burst = burst
    this.#greeting = attack.greetings?.[index % attack.greetings.length]
  }

  get isOpen(): boolean {
    return this.#open
  }

  mayConnect(now: number): boolean {
    return !this.#socket && now >= this.#backAt
  }

  connect(now: number): void {
    const { from, upgrade, form } = this.#attack
    const socket = connect({
      host: '127.0.0.1',
      port: this.#port,
      localAddress: from[this.#index % from.length]!,
      noDelay: true,
    })
    this.#socket = socket
    this.#backAt = now + BACK
    socket.on('error', () => {})
    socket.on('close', () => this.#gone(socket))
    socket.on('end', () => socket.destroy())
    socket.on('connect', () => {
      done.opened++
      if (!upgrade) return this.#begin(socket)
      socket.write(upgrade)
    })
    if (upgrade || form !== 'unread') socket.on('data', (data: Buffer) => this.#hear(socket, data))
  }

  /** Sends the next one. False when it may not now. */
  send(): boolean {
    const socket = this.#socket
    if (!this.#open || !socket?.writable || socket.writableLength > WAITING_MAX) return false
    if (!this.#attack.upgrade && this.#unanswered > 0) return false
    const { sends } = this.#attack
    socket.write(sends[this.#turn++ % sends.length]!)
    this.#unanswered++
    done.sent++
    return true
  }

  /** Actions of a form besides its rate. */
  tick(now: number): void {
    const socket = this.#socket
    if (!socket || !this.#open || now < this.#againAt) return
    const { form, sends, once } = this.#attack
    if (form === 'slow') {
      this.#againAt = now + TRICKLE.every
      const one = sends[this.#index % sends.length]!
      socket.write(one.subarray(this.#at, this.#at + TRICKLE.bytes))
      this.#at = this.#at + TRICKLE.bytes >= one.length ? 0 : this.#at + TRICKLE.bytes
    }
    if (once || (form !== 'unread' && form !== 'pipelined')) return
    this.#againAt = now + AGAIN
    if (socket.writableLength === 0) this.#writeBurst(socket)
  }

  #begin(socket: Socket): void {
    const { form, sends } = this.#attack
    this.#open = true
    if (this.#greeting) socket.write(this.#greeting)
    if (form === 'pipelined' || form === 'unread') {
      this.#againAt = performance.now() + AGAIN
      this.#writeBurst(socket)
    }
    if (form === 'unread') socket.pause()
    if (form === 'fresh') this.send()
    if (form !== 'half') return
    const one = sends[this.#index % sends.length]!
    socket.write(one.subarray(0, Math.ceil(one.length / 2)))
    done.sent++
  }

  #writeBurst(socket: Socket): void {
    socket.write(this.#burst)
    done.sent += this.#attack.depth
  }

  #hear(socket: Socket, data: Buffer): void {
    done.read += data.length
    const { upgrade, form } = this.#attack
    if (upgrade && !this.#open) {
      if (data.includes(' 101 ')) return this.#begin(socket)
      return void socket.destroy()
    }
    if (!upgrade)
      for (let at = data.indexOf(ANSWER); at >= 0; at = data.indexOf(ANSWER, at + 1)) {
        this.#unanswered--
        if (form === 'fresh') return void socket.destroy()
      }
    if (form !== 'slow') return
    socket.pause()
    setTimeout(() => socket.resume(), SLOW_READ)
  }

  #gone(socket: Socket): void {
    if (this.#socket !== socket) return
    if (this.#open && this.#attack.form !== 'fresh') done.cut++
    this.#socket = undefined
    this.#open = false
    this.#unanswered = 0
    this.#at = 0
    if (this.#attack.form === 'fresh') this.#backAt = 0
    if (this.#attack.once) this.#backAt = Infinity
  }
}

function start(attack: Attack, port: number): () => void {
  const { sends, form } = attack
  const burst =
    form === 'pipelined' || form === 'unread'
      ? Buffer.concat(Array.from({ length: attack.depth }, (_, i) => sends[i % sends.length]!))
      : new Uint8Array()
  const connections = Array.from({ length: attack.connections }, (_, i) => new Connection(attack, port, i, burst))
  let due = 0
  let turn = 0
  let connectTurn = 0
  let before = performance.now()
  return () => {
    const now = performance.now()
    const passed = Math.min(now - before, 10 * TICK)
    before = now
    due = Math.min(due + (attack.rate * passed) / 1000, attack.rate / 10 + 1)
    let connects = CONNECTS
    if (form === 'fresh') {
      connects = Math.min(Math.floor(due), 3 * CONNECTS)
      due -= connects
    }
    for (let i = 0; i < connections.length && connects > 0; i++) {
      const one = connections[connectTurn++ % connections.length]!
      if (!one.mayConnect(now)) continue
      one.connect(now)
      connects--
    }
    if (form === 'flood')
      for (let i = 0; i < connections.length && due >= 1; i++)
        if (connections[turn++ % connections.length]!.send()) due--
    for (const one of connections) if (one.isOpen) one.tick(now)
  }
}

process.on('disconnect', () => process.exit())
process.once('message', ({ port, attacks, ms }: Order) => {
  const ticks = attacks.map((attack) => start(attack, attack.port ?? port))
  setInterval(() => {
    done.ticks += TICK / ms
    for (const tick of ticks) tick()
  }, TICK)
  setTimeout(() => process.send?.(done, () => process.exit()), ms)
})
// The server is measured, so it has a higher priority. With the lowest priority the attacker would get no time.
setPriority(getPriority() + 10)
process.send?.('ready')
