import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'

/**
 * Layout of a sealed message, in bytes: version (1), sender (16), counter (6), tag (16), then the text in AES-256-GCM.
 */
const VERSION = 1
const SENDER = 16
const COUNTER = 6
const TAG = 16
const HEAD = 1 + SENDER + COUNTER
/**
 * How far the sender's clock may differ from ours (ms). An older message may be a replay that we no longer remember.
 */
const CLOCK_DIFFERENCE_MAX = 10 * 60_000
/** Counters within this distance below a sender's highest are accepted in any order, once each. */
const WINDOW = 1024
/** Senders that are remembered. Each start of a process is a new sender. */
const SENDERS_MAX = 10_000

/** Why a message was dropped. */
export type OpenFailure = 'unverified' | 'old' | 'replayed'

/** Seals the messages of this process, and opens those of other processes of the same installation. */
export interface Seal {
  seal(text: string): Buffer
  /**
   * `sender`: a name for the process and its start. `at`: when it was sealed (ms). `skips`: messages of the same sender before this
   * one have not come.
   */
  open(bytes: Uint8Array): { text: string; sender: string; at: number; skips: boolean } | { why: OpenFailure }
}

interface Sender {
  readonly key: KeyObject
  /** The highest accepted counter, and the accepted ones below it within the window. */
  top: number
  readonly accepted: Set<number>
  lastSeenAt: number
}

/**
 * Each sender has its own key, derived from the installation's key, its id and a random name. The counter is the nonce,
 * so no two messages share a key and a nonce. A message of another installation, a changed one and a replayed one do
 * not open.
 */
export function makeSeal(options: {
  key: KeyObject
  installation: string
  name: Buffer
  clock: Pick<Clock, 'now'>
}): Seal {
  const { key, installation, name, clock } = options
  const keyOf = (sender: Uint8Array) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, sender, `deskbell bus ${installation}`, 32)))
  const own = keyOf(name)
  const senders = new Map<string, Sender>()
  let counter = 0

  function find(bytes: Buffer): { id: string; sender: Sender } {
    const id = bytes.toString('base64', 1, 1 + SENDER)
    const known = senders.get(id)
    if (known) return { id, sender: known }
    const sender = { key: keyOf(bytes.subarray(1, 1 + SENDER)), top: 0, accepted: new Set<number>(), lastSeenAt: 0 }
    return { id, sender }
  }

  /** Remembers a sender from its first genuine message, for as long as its messages could be replayed. */
  function remember(id: string, sender: Sender, now: number): void {
    sender.lastSeenAt = now
    if (senders.has(id)) return
    for (const [other, { lastSeenAt }] of senders)
      if (now - lastSeenAt > 3 * CLOCK_DIFFERENCE_MAX || senders.size >= SENDERS_MAX) senders.delete(other)
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
      if (Math.abs(now - content.at) > CLOCK_DIFFERENCE_MAX) return { why: 'old' } // guard T51
      if (n <= sender.top - WINDOW || sender.accepted.has(n)) return { why: 'replayed' } // guard T51
      const skips = n > sender.top + 1
      accept(sender, n)
      remember(id, sender, now)
      return { text: content.text, sender: id, at: content.at, skips }
    },
  }
}

function accept(sender: Sender, n: number): void {
  const { accepted } = sender
  accepted.add(n)
  if (n <= sender.top) return
  sender.top = n
  if (accepted.size > 2 * WINDOW) for (const one of accepted) if (one <= n - WINDOW) accepted.delete(one)
}

function nonceOf(head: Buffer): Buffer {
  const nonce = Buffer.alloc(12)
  head.copy(nonce, 12 - COUNTER, 1 + SENDER, HEAD)
  return nonce
}

/** The time and the text; undefined when the message was sealed with another key or changed. */
function decrypt(key: KeyObject, bytes: Buffer): { at: number; text: string } | undefined {
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
