import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'

/** Version of the form (1), sender (16), counter (6), tag (16), then the text in AES-256-GCM. */
const VERSION = 1
const SENDER = 16
const COUNTER = 6
const TAG = 16
const HEAD = 1 + SENDER + COUNTER
/** How far the clock of a sender may stand from ours (ms). What is older may be a replay of a message long forgotten. */
const APART = 10 * 60_000
/** A sender's numbers within this distance of its highest may still come, in any order, once each. */
const WINDOW = 1024
/** Senders that are remembered: each start of a process is one. */
const SENDERS_MAX = 10_000

/** Why a message was not taken. */
export type Unsealed = 'unverified' | 'old' | 'replayed'

/** Seals what one process says, and opens what others of the same desk have sealed. */
export interface Seal {
  seal(text: string): Buffer
  open(bytes: Uint8Array): { text: string } | { why: Unsealed }
}

interface Sender {
  readonly key: Buffer
  /** The highest number that was taken, and those below it within the window. */
  top: number
  readonly taken: Set<number>
  heardAt: number
}

/**
 * A key of its own for each sender, made from the desk's key, the desk's id and a random name: the counter is the nonce,
 * and no two messages share one. A message of another desk, one that was changed, and one that comes again do not open.
 */
export function makeSeal(options: { key: Buffer; desk: string; name: Buffer; clock: Pick<Clock, 'now'> }): Seal {
  const { key, desk, name, clock } = options
  const keyOf = (sender: Uint8Array) => Buffer.from(hkdfSync('sha256', key, sender, `deskbell bus ${desk}`, 32))
  const own = keyOf(name)
  const senders = new Map<string, Sender>()
  let counter = 0

  function find(bytes: Buffer): { id: string; sender: Sender } {
    const id = bytes.toString('base64', 1, 1 + SENDER)
    const known = senders.get(id)
    if (known) return { id, sender: known }
    const sender = { key: keyOf(bytes.subarray(1, 1 + SENDER)), top: 0, taken: new Set<number>(), heardAt: 0 }
    return { id, sender }
  }

  /** Kept once it has said something genuine, for as long as its messages could be played again. */
  function keep(id: string, sender: Sender, now: number): void {
    sender.heardAt = now
    if (senders.has(id)) return
    for (const [other, { heardAt }] of senders)
      if (now - heardAt > 3 * APART || senders.size >= SENDERS_MAX) senders.delete(other)
    senders.set(id, sender)
  }

  return {
    seal(text) {
      const head = Buffer.alloc(HEAD)
      head[0] = VERSION
      name.copy(head, 1)
      head.writeUIntBE(++counter, 1 + SENDER, COUNTER)
      const cipher = createCipheriv('aes-256-gcm', own, nonceOf(head), { authTagLength: TAG }).setAAD(head)
      const body = cipher.update(JSON.stringify([clock.now(), text]), 'utf8')
      cipher.final()
      return Buffer.concat([head, cipher.getAuthTag(), body])
    },
    open(given) {
      const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
      if (bytes.length <= HEAD + TAG || bytes[0] !== VERSION) return { why: 'unverified' }
      const { id, sender } = find(bytes)
      const content = decrypt(sender.key, bytes)
      if (!content) return { why: 'unverified' }
      const now = clock.now()
      const n = bytes.readUIntBE(1 + SENDER, COUNTER)
      if (Math.abs(now - content.at) > APART) return { why: 'old' } // guard T51
      if (n <= sender.top - WINDOW || sender.taken.has(n)) return { why: 'replayed' } // guard T51
      take(sender, n)
      keep(id, sender, now)
      return { text: content.text }
    },
  }
}

function take(sender: Sender, n: number): void {
  sender.taken.add(n)
  if (n <= sender.top) return
  sender.top = n
  if (sender.taken.size > 2 * WINDOW) for (const one of sender.taken) if (one <= n - WINDOW) sender.taken.delete(one)
}

function nonceOf(head: Buffer): Buffer {
  const nonce = Buffer.alloc(12)
  head.copy(nonce, 12 - COUNTER, 1 + SENDER, HEAD)
  return nonce
}

/** The time and the text; undefined when another key made it, or a bit of it is not as it was. */
function decrypt(key: Buffer, bytes: Buffer): { at: number; text: string } | undefined {
  const head = bytes.subarray(0, HEAD)
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(head), { authTagLength: TAG })
  decipher.setAAD(head).setAuthTag(bytes.subarray(HEAD, HEAD + TAG))
  try {
    const body = decipher.update(bytes.subarray(HEAD + TAG)).toString('utf8')
    decipher.final() // guard T51
    const [at, text] = JSON.parse(body) as [number, string]
    return { at, text }
  } catch {
    return undefined
  }
}
