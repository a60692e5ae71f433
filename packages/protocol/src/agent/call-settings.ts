import { Type, type Static } from 'typebox'
import { URL_MAX } from '../limits.ts'
import { Strict } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'

const seconds = (from: number, to: number, description: string) =>
  Type.Integer({ minimum: from, maximum: to, description: `seconds: ${description}` })
const count = (description: string) => Type.Integer({ minimum: 0, maximum: 10_000, description })

/** A server that helps two browsers to find a way to each other. */
export const IceServer = Strict({
  url: Type.String({
    pattern: TEXT_FORMS.ice_server,
    maxLength: URL_MAX,
    description: 'such as stun:stun.example.org:3478',
  }),
  username: Type.Optional(Type.String({ maxLength: 200 })),
  credential: Type.Optional(Type.String({ maxLength: 200 })),
})
export type IceServer = Static<typeof IceServer>

const fields = {
  fromPage: Type.Boolean({ description: 'visitors may call from the page, without a telephone' }),
  callback: Type.Boolean({ description: 'visitors may leave a number, and are called' }),
  countries: Type.Array(Type.String({ pattern: TEXT_FORMS.country }), {
    maxItems: 300,
    uniqueItems: true,
    description: 'ISO codes of the countries whose numbers may be called. Numbers without + are of the first one',
  }),
  record: Type.Boolean({ description: 'calls to telephones are recorded' }),
  ring: seconds(5, 120, 'how long the devices of an agent ring'),
  wait: seconds(10, 600, 'how long a client waits for an agent'),
  talk: Type.Integer({ minimum: 1, maximum: 480, description: 'minutes: how long a call may take' }),
  perVisitor: count('calls of one visitor in 24 hours; 0: any number'),
  perNumber: count('calls to one number in 24 hours; 0: any number'),
  perAddress: count('calls from one network address in 24 hours; 0: any number'),
  iceServers: Type.Array(IceServer, {
    maxItems: 10,
    description:
      'STUN and TURN servers for calls between browsers; without a TURN server some networks let no call through',
  }),
}

/** How visitors and agents call each other. */
export const CallSettings = Strict(fields)
export type CallSettings = Static<typeof CallSettings>
export const CallSettingsChange = Type.Partial(Strict(fields), { additionalProperties: false })
export type CallSettingsChange = Static<typeof CallSettingsChange>

/** Settings that were never changed. */
export const CALL_DEFAULTS: CallSettings = {
  fromPage: false,
  callback: false,
  countries: [],
  record: false,
  ring: 20,
  wait: 60,
  talk: 60,
  perVisitor: 10,
  perNumber: 5,
  perAddress: 30,
  iceServers: [],
}
