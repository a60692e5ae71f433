// Loaded before the server: notes in the file CONNECTIONS every address that the process connects to, asks DNS for, or sends a
// packet to.
import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const file = process.env['CONNECTIONS']
const note = (kind: string, to: string): void => {
  if (file) appendFileSync(file, `${kind} ${to}\n`)
}
type Any = (...args: unknown[]) => unknown

/** Calls `before` with the arguments of each call. */
function observe(object: object, name: string, before: (args: unknown[]) => void): void {
  const holder = object as Record<string, Any>
  const original = holder[name]!
  holder[name] = function (this: unknown, ...args: unknown[]) {
    before(args)
    return original.apply(this, args)
  }
}

observe(net.Socket.prototype, 'connect', (args) => {
  // Node passes on what was already read, as a list.
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[]
  const options = typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : undefined
  if (options?.['path'] !== undefined || typeof first === 'string')
    return note('pipe', String(options?.['path'] ?? first))
  const port = options ? options['port'] : first
  const host = options ? options['host'] : second
  note('connect', `${typeof host === 'string' ? host : 'localhost'}:${Number(port)}`)
})
observe(dgram.Socket.prototype, 'send', (args) =>
  note(
    'packet',
    args
      .slice(1)
      .filter((one) => typeof one !== 'function')
      .join(' '),
  ),
)
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveTxt', 'resolveMx', 'resolveSrv']) {
  const ask = ([host]: unknown[]) => {
    // An address is its own name: nobody is asked.
    if (net.isIP(String(host)) === 0) note('name', String(host))
  }
  observe(dns, name, ask)
  observe(dns.promises, name, ask)
}
syncBuiltinESMExports()
