import { Type, type Static } from 'typebox'
import { EMAIL_MAX, NAME_MAX, PHONE_MAX, URL_MAX } from '../limits.ts'
import { Id, Strict } from '../shapes.ts'
import { CONTACT_MAX } from '../widget/contact.ts'
import { PAGE_TITLE_MAX } from './limits.ts'

/**
 * Parts of events (C6, C7). A key that the interface document calls optional is left out when unknown and never
 * null; every other key is always present, '' when unknown: receivers read them without checking.
 */

const { Optional } = Type

/** C8: maps with any keys. */
const TextMap = (key: string, value: string, most: number) =>
  Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: most }), {
    maxProperties: 20,
    description: `${key} to ${value} (C8)`,
  })

export const WebhookSocial = TextMap('network', 'address of the profile', URL_MAX)
export const WebhookAnalytics = TextMap('`ga`, `ym` or another service', 'its id of this visitor', 200)

export const WebhookVisitor = Strict({
  name: Optional(Type.String({ minLength: 1, maxLength: NAME_MAX })),
  email: Optional(Type.String({ minLength: 1, maxLength: EMAIL_MAX })),
  phone: Optional(Type.String({ minLength: 1, maxLength: PHONE_MAX })),
  number: Type.String({ pattern: '^[1-9][0-9]*$', description: "the visitor's number, as decimal text" }),
  description: Type.String({ maxLength: CONTACT_MAX.description, description: 'empty when there is none' }),
  social: Optional(WebhookSocial),
  chats_count: Type.Integer({ minimum: 0, description: 'chats of this visitor, with the current one (C10)' }),
})
export type WebhookVisitor = Static<typeof WebhookVisitor>

export const WebhookAgent = Strict({
  id: Type.Integer({ minimum: 0, description: '0: no agent yet, if the event is sent when the chat begins' }),
  name: Type.String(),
  email: Type.String(),
  phone: Optional(Type.String({ minLength: 1 })),
})
export type WebhookAgent = Static<typeof WebhookAgent>

export const WebhookDepartment = Strict({ id: Id, name: Type.String() })
export type WebhookDepartment = Static<typeof WebhookDepartment>

const Known = (description: string) => Type.String({ description: `${description}; empty when unknown` })

export const WebhookGeoip = Strict({
  region_code: Known('code of the region'),
  country: Known('name of the country'),
  country_code: Known('ISO 3166-1 code of two letters'),
  region: Known('name of the region'),
  city: Known('name of the city'),
  latitude: Known('degrees, as decimal text'),
  longitude: Known('degrees, as decimal text'),
  organization: Known('who announces the address'),
})
export type WebhookGeoip = Static<typeof WebhookGeoip>

const UtmValue = Optional(Type.String({ minLength: 1, maxLength: URL_MAX }))
export const WebhookUtm = Strict({
  source: UtmValue,
  campaign: UtmValue,
  content: UtmValue,
  medium: UtmValue,
  term: UtmValue,
})
export type WebhookUtm = Static<typeof WebhookUtm>

export const WebhookSession = Strict({
  geoip: WebhookGeoip,
  utm: Type.String({ description: 'deprecated: utm_json as `source=…|campaign=…` (C9)' }),
  utm_json: WebhookUtm,
  ip_addr: Known('address that the visitor comes from'),
  user_agent: Known('what the browser calls itself'),
})
export type WebhookSession = Static<typeof WebhookSession>

export const WebhookPage = Strict({
  url: Type.String({ minLength: 1, maxLength: URL_MAX }),
  title: Optional(Type.String({ minLength: 1, maxLength: PAGE_TITLE_MAX })),
})
export type WebhookPage = Static<typeof WebhookPage>

const CallHead = {
  type: Type.Enum(['callback', 'incoming', 'outgoing']),
  phone: Type.String({ maxLength: PHONE_MAX, description: "the client's" }),
}
/** C17: `reason` is there with an error only, `record_url` with an end only. */
export const WebhookCall = Type.Union([
  Strict({ ...CallHead, status: Type.Enum(['start', 'agent_connected', 'client_connected']) }),
  Strict({
    ...CallHead,
    status: Type.Literal('end'),
    record_url: Optional(Type.String({ maxLength: URL_MAX, description: 'mp3 of the call' })),
  }),
  Strict({ ...CallHead, status: Type.Literal('error'), reason: Type.String({ minLength: 1, maxLength: 500 }) }),
])
export type WebhookCall = Static<typeof WebhookCall>
