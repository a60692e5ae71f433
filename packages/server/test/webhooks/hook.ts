import { EVENT_SHAPES, type EventName, type WebhookEvent } from '@deskbell/protocol/webhook/events'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { startTestServer, type TestServer, type TestServerOptions } from '../test-server.ts'
import { startPartner, type Partner, type PartnerOptions, type Received } from '../partner.ts'

export const SECRET = `whsec_${Buffer.from('a secret that two sides know, 32').toString('base64')}`

/** An event that a receiver got. */
export interface ReceivedEvent<Name extends EventName = EventName> {
  readonly request: Received
  readonly event: Static<(typeof EVENT_SHAPES)[Name]>
}

/** Parses a request as an event; throws when it does not match the schema of its name. */
export function toReceivedEvent(request: Received): ReceivedEvent {
  const event = JSON.parse(request.body) as WebhookEvent
  const shape = EVENT_SHAPES[event.event_name]
  const errors = shape ? Value.Errors(shape, event) : [{ message: 'unknown event name' }]
  if (errors.length > 0) throw new Error(`${JSON.stringify(errors)} in ${request.body}`)
  return { request, event }
}

/** A CRM: a partner that receives events and checks each against its schema. */
export function toCrm(partner: Partner) {
  return {
    ...partner,
    /** The next event of this name that was not returned before. */
    async nextEvent<Name extends EventName>(name: Name): Promise<ReceivedEvent<Name>> {
      const request = await partner.hears(({ body }) => body.includes(`"event_name":"${name}"`))
      return toReceivedEvent(request) as unknown as ReceivedEvent<Name>
    },
    /** All received events, in order. */
    receivedEvents: (): ReceivedEvent[] => partner.requests.map(toReceivedEvent),
    names: (): string[] => partner.requests.map((request) => toReceivedEvent(request).event.event_name),
  }
}
export type Crm = ReturnType<typeof toCrm>

/** A server with one webhook that subscribes to every event, and its receiver. */
export async function startWithCrm(
  options: Omit<TestServerOptions, 'webhooks'> & {
    webhook?: object
    partner?: PartnerOptions
  } = {},
): Promise<{ server: TestServer; crm: Crm; close: () => Promise<void> }> {
  const { webhook, partner, ...rest } = options
  const crm = toCrm(await startPartner({ ...(rest.clock && { clock: rest.clock }), ...partner }))
  const server = await startTestServer({ ...rest, webhooks: [{ url: `${crm.url}/hook`, secret: SECRET, ...webhook }] })
  return {
    server,
    crm,
    async close() {
      await server.close()
      await crm.close()
    },
  }
}
