import type { NatsConnection } from '@nats-io/transport-node'
import { fault, left, ok, sentenceOf, type Check, type Examined, type Finding } from '../../platform/finding.ts'
import { placeOf } from './open.ts'

/** How long NATS may take to answer (ms). */
const WITHIN = 3000

/** Connects to NATS, and sends itself a message under a subject such as those of the bus. */
export const checkBus: Check = async (examined) => {
  const { natsUrl } = examined.config
  if (natsUrl === undefined) return [left('No NATS is set (NATS_URL): one process needs none.')]
  const { host } = new URL(natsUrl)
  const { connect } = await import('@nats-io/transport-node')
  let nats: NatsConnection
  try {
    nats = await connect({ ...placeOf(natsUrl), name: 'deskbell doctor', timeout: WITHIN, reconnect: false })
  } catch (error) {
    return [fault(`NATS at ${host} cannot be used: ${sentenceOf(error)}`, whatToDo(sentenceOf(error)))]
  }
  try {
    return [await roundTrip(nats, host, examined)]
  } finally {
    await nats.close()
  }
}

async function roundTrip(nats: NatsConnection, host: string, { clock, ids }: Examined): Promise<Finding> {
  const subject = `deskbell.${ids.letters(32)}.doctor`
  const refused = Promise.withResolvers<string>()
  const came = Promise.withResolvers<undefined>()
  nats.subscribe(subject, { callback: (error) => (error ? refused.resolve(error.message) : came.resolve(undefined)) })
  void (async () => {
    for await (const status of nats.status()) if (status.type === 'error') refused.resolve(String(status.error))
  })()
  const began = clock.steady()
  nats.publish(subject, 'doctor')
  const late = clock.after(WITHIN, () => refused.resolve('no message came back'))
  const why = await Promise.race([came.promise, refused.promise])
  late()
  if (why === undefined)
    return ok(`A message over NATS at ${host} came back in ${(clock.steady() - began).toFixed(1)} ms.`)
  return fault(
    `NATS at ${host} does not pass messages on: ${why}`,
    'Allow the user to publish and subscribe: deskbell.>',
  )
}

function whatToDo(said: string): string {
  if (/authoriz|authenticat/i.test(said)) return 'Set the user name and the password, or the token, in NATS_URL.'
  if (/certificate|tls|ssl/i.test(said))
    return 'Use tls: in NATS_URL, and name the file of your own authority in NODE_EXTRA_CA_CERTS.'
  return 'Check host and port of NATS_URL, and that a firewall lets this machine out to them.'
}
