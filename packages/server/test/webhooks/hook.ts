import { EVENT_SHAPES, type EventName, type WebhookEvent } from '@deskbell/protocol/webhook/events'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { startTestServer, type TestServer, type TestServerOptions } from '../test-server.ts'
import {
  startIntegratorServer,
  type IntegratorServer,
  type IntegratorServerOptions,
  type Received,
} from '../integrator-server.ts'

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

/** A CRM: an integrator that receives events and checks each against its schema. */
export function toCrm(integrator: IntegratorServer) {
  return {
    ...integrator,
    /** The next event of this name that was not returned before. */
    async nextEvent<Name extends EventName>(name: Name): Promise<ReceivedEvent<Name>> {
      const request = await integrator.receives(({ body }) => body.includes(`"event_name":"${name}"`))
      return toReceivedEvent(request) as unknown as ReceivedEvent<Name>
    },
    /** All received events, in order. */
    receivedEvents: (): ReceivedEvent[] => integrator.requests.map(toReceivedEvent),
    names: (): string[] => integrator.requests.map((request) => toReceivedEvent(request).event.event_name),
  }
}
export type Crm = ReturnType<typeof toCrm>

/** A server with one webhook that subscribes to every event, and its receiver. */
export async function startWithCrm(
  options: Omit<TestServerOptions, 'webhooks'> & {
    webhook?: object
    integrator?: IntegratorServerOptions
  } = {},
): Promise<{ server: TestServer; crm: Crm; close: () => Promise<void> }> {
  const { webhook, integrator, ...rest } = options
  const crm = toCrm(await startIntegratorServer({ ...(rest.clock && { clock: rest.clock }), ...integrator }))
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
