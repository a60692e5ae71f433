import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How many requests of one connection may wait for their response, or for the client to read it (T45). */
export const UNANSWERED_MAX = 16

/** Receives a connection with too many unanswered requests, while its address is still known. */
export type OnExcess = (socket: Duplex) => void

const unanswered = new WeakMap<Duplex, number>()

/**
 * Counts a request until its response is sent or its connection is closed. Node parses pipelined requests while earlier
 * responses wait. Returns false for a request that must not be handled; its connection is then destroyed, and
 * `onExcess` is called once.
 */
export function admitRequest(socket: Duplex, onExcess: OnExcess, response?: ServerResponse): boolean {
  const count = (unanswered.get(socket) ?? 0) + 1
  if (count > UNANSWERED_MAX && !socket.destroyed) {
    onExcess(socket)
    stopParsing(socket) // guard T45
  }
  if (count > UNANSWERED_MAX) socket.destroy() // guard T45
  if (socket.destroyed) return false
  unanswered.set(socket, count)
  response?.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  return true
}

/** After a message that is marked as an upgrade, the parser parses nothing more. */
const UPGRADE = 2

/**
 * The rest of the packet is not parsed: reporting 2000 requests takes 30 ms of the processor, and none of them is
 * handled. Node has no public way to stop its parser.
 */
function stopParsing(socket: Duplex): void {
  const { parser } = socket as Duplex & { parser?: { onIncoming?: () => number } | null }
  if (parser) parser.onIncoming = () => UPGRADE
}
