/**
 * How the bytes are sent.
 *
 * flood: at a rate, in sum; of requests one is unanswered on each connection; everything is read.
 * pipelined: `depth` of them in one go on each connection, and again when it was cut; everything is read.
 * unread: the same, and nothing is ever read.
 * half: the first half of one, and nothing more.
 * slow: one, a few bytes at a time; what comes is read a chunk a second.
 * fresh: one on each new connection, at a rate.
 */
export const FORMS = ['flood', 'pipelined', 'unread', 'half', 'slow', 'fresh'] as const
export type Form = (typeof FORMS)[number]

/** What one attacker does, as a child process is told. */
export interface Attack {
  form: Form
  /** Addresses that connections come from, in turn. */
  from: readonly string[]
  connections: number
  /** Sent first, and answered with 101: a socket. */
  upgrade?: Uint8Array
  /** Sent on each connection when it is open: the first connection the first, and so on. */
  greetings?: readonly Uint8Array[]
  /** Sent in turn. */
  sends: readonly Uint8Array[]
  /** Of all connections together, a second. */
  rate: number
  /** Sent in one go. */
  depth: number
  /** What was sent is not sent again, and a connection that was cut does not come back. */
  once?: boolean
  /** Another one than the server's. */
  port?: number
}

export interface Order {
  port: number
  attacks: readonly Attack[]
  /** It ends by itself after this time. */
  ms: number
}

/** What an attacker did. */
export interface Done {
  opened: number
  /** Connections that the server ended. */
  cut: number
  sent: number
  /** Bytes that came back. */
  read: number
  /** Share of its time in which it could act: little of it on a machine that is too busy to tell anything. */
  ticks: number
}
