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

/** The task of one attacker, as its child process receives it. */
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
  /** The attacker sends once, and does not reconnect after a connection was closed. */
  once?: boolean
  /** Another port than the server's. */
  port?: number
}

export interface Order {
  port: number
  attacks: readonly Attack[]
  /** The attacker ends after this time. */
  ms: number
}

/** The figures of one attacker. */
export interface Done {
  opened: number
  /** Connections that the server ended. */
  cut: number
  sent: number
  /** Bytes that came back. */
  read: number
  /** Share of its time in which it could act: a small share means that the machine was too busy for a valid result. */
  ticks: number
}
