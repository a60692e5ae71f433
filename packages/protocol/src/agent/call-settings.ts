import { Type, type Static } from 'typebox'
import { URL_MAX } from '../limits.ts'
import { LANGUAGES } from '../languages.ts'
import { Id, Nullable, Strict } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { CALLS_ON } from './calls-on.ts'
import { NUMBER_KINDS } from './number-kinds.ts'

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

const minutes = (description: string) => Type.Integer({ minimum: 0, maximum: 100_000, description })

const fields = {
  fromPage: Type.Boolean({ description: 'visitors may call from the page, without a telephone' }),
  callback: Type.Boolean({ description: 'visitors may leave a number, and are called' }),
  countries: Type.Array(Type.String({ pattern: TEXT_FORMS.country }), {
    maxItems: 300,
    uniqueItems: true,
    description: 'ISO codes of the countries whose numbers may be called. Numbers without + are of the first one',
  }),
  kinds: Type.Array(Type.Enum([...NUMBER_KINDS]), {
    minItems: 1,
    maxItems: NUMBER_KINDS.length,
    uniqueItems: true,
    description:
      'kinds of numbers that may be called: mobile, landline, free of charge, internet. Premium numbers never are',
  }),
  incoming: Nullable(
    Type.Integer({
      ...Id,
      description: 'calls that come in over the trunk are of this channel; null: they are not answered',
    }),
  ),
  record: Type.Boolean({ description: 'calls of telephones are recorded, and clients are told so when they talk' }),
  language: Type.Enum([...LANGUAGES], { description: 'in which clients are told' }),
  keepRecordings: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description:
      'days after the end of a call at which its recording is erased, within an hour; 0: as long as the call',
  }),
  ring: seconds(5, 120, 'how long the devices of an agent ring'),
  wait: seconds(10, 600, 'how long a client waits for an agent'),
  talk: Type.Integer({ minimum: 1, maximum: 480, description: 'minutes: how long a call may take' }),
  perVisitor: count('calls of one visitor in 24 hours; 0: any number'),
  perNumber: count('calls to one number in 24 hours; 0: any number'),
  perAddress: count('calls from one network address in 24 hours; 0: any number'),
  minutesPerVisitor: minutes(
    'minutes that one visitor has talked in 24 hours, after which calls are refused; 0: any number',
  ),
  minutesPerNumber: minutes('minutes of calls to one number in 24 hours, after which calls are refused; 0: any number'),
  minutesPerAddress: minutes(
    'minutes of calls from one network address in 24 hours, after which calls are refused; 0: any number',
  ),
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

const callsOn = Type.Enum([...CALLS_ON], {
  description: 'where calls ring at the agent: in the browser, at the telephone of the profile, or at both',
})

/** How the agent who is signed in takes calls. `number`: null where the telephone of the profile cannot be called. */
export const OwnCalls = Strict({
  on: callsOn,
  inBrowser: Type.Boolean({
    description:
      'false: a hosted provider carries calls to and from telephones, which ring at no browser; those from pages do',
  }),
  number: Nullable(Type.String({ description: 'the telephone of the profile, as it is dialled' })),
})
export type OwnCalls = Static<typeof OwnCalls>
export const OwnCallsChange = Strict({ on: callsOn })

/** Settings that were never changed. */
export const CALL_DEFAULTS: CallSettings = {
  fromPage: false,
  callback: false,
  countries: [],
  kinds: [...NUMBER_KINDS],
  incoming: null,
  record: false,
  language: 'en',
  keepRecordings: 0,
  ring: 20,
  wait: 60,
  talk: 60,
  perVisitor: 10,
  perNumber: 5,
  perAddress: 30,
  minutesPerVisitor: 0,
  minutesPerNumber: 0,
  minutesPerAddress: 0,
  iceServers: [],
}
