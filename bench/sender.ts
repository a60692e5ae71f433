import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { median, print } from './parts/figures.ts'

/** What a request to an integrator costs through our pool, and through the Agent of undici, which judges no address. */
const ROUNDS = 5

interface Measured {
  readonly micros: number
  readonly perSecond: number
  readonly megabytes: number
}

const server = createServer((request, response) => {
  request.resume().once('end', () => response.end('{"result":"ok"}'))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const port = String((server.address() as AddressInfo).port)

async function measure(way: 'sender' | 'agent'): Promise<Measured> {
  const program = new URL('parts/pooled.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [program, way, port])
  return JSON.parse(stdout) as Measured
}

const ours: Measured[] = []
const theirs: Measured[] = []
for (let round = 0; round < ROUNDS; round++) {
  ours.push(await measure('sender'))
  theirs.push(await measure('agent'))
}
server.close()
const of = (all: readonly Measured[], what: keyof Measured) => median(all.map((one) => one[what]))
const [micros, others] = [of(ours, 'micros'), of(theirs, 'micros')]

print('sender', [
  {
    question: 'What does a request to an integrator cost, with all that is checked of it?',
    measured: `CPU over that of a request through undici's Agent, which checks nothing: ${micros.toFixed(0)} µs over ${others.toFixed(0)} µs`,
    value: micros / others,
    unit: '',
    most: 1,
  },
  {
    question: 'How much memory does the process hold after 20 000 requests?',
    measured: `${of(ours, 'megabytes').toFixed(0)} MB, with undici's Agent ${of(theirs, 'megabytes').toFixed(0)} MB`,
    value: of(ours, 'megabytes') / of(theirs, 'megabytes'),
    unit: '',
    most: 1,
  },
])
