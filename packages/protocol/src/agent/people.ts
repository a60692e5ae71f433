import { Type, type Static } from 'typebox'
import { Id, Nullable, Strict, Time } from '../shapes.ts'
import { LANGUAGES } from '../languages.ts'
import { EMAIL_MAX, HOLDS, NAME_MAX } from '../limits.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { SafeUrl } from './settings.ts'

export const Role = Type.Union([Type.Literal('owner'), Type.Literal('admin'), Type.Literal('agent')])
export type Role = Static<typeof Role>
export const Presence = Type.Union([Type.Literal('online'), Type.Literal('away'), Type.Literal('offline')])
export type Presence = Static<typeof Presence>

const Language = Type.Enum([...LANGUAGES])
const Phone = Type.String({ pattern: TEXT_FORMS.phone })

export const Agent = Strict({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  role: Role,
  photo: Nullable(Type.String({ description: 'signed link' })),
  presence: Presence,
})
export type Agent = Static<typeof Agent>

/** The agent who is signed in. `status` is the setting of the agent; being online also needs a connection. */
export const Me = Strict({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  role: Role,
  photo: Nullable(Type.String()),
  phone: Nullable(Type.String({ description: 'in the events of webhooks, for a CRM that places calls' })),
  language: Nullable(Type.Enum([...LANGUAGES], { description: 'of the agent application; null: that of the browser' })),
  hold: Type.Integer({ description: 'for how many seconds your messages can be taken back; 0: they are sent at once' }),
  status: Type.Union([Type.Literal('online'), Type.Literal('away')]),
  departments: Type.Array(Id, { description: 'those that the agent belongs to' }),
  account: Strict({
    id: Id,
    name: Type.String({ description: 'empty: none is set' }),
    logo: Nullable(Type.String()),
    safeUrl: SafeUrl,
  }),
})
export type Me = Static<typeof Me>

export const SignInBody = Strict({
  email: Type.String({ maxLength: EMAIL_MAX }),
  password: Type.String({ maxLength: 1024 }),
})
export const PresenceBody = Strict({ status: Type.Union([Type.Literal('online'), Type.Literal('away')]) })
const Password = Type.String({ minLength: 10, maxLength: 1024, description: 'at least 10 characters' })
export const PasswordBody = Strict({
  current: Type.String({ maxLength: 1024 }),
  password: Password,
  keepTokens: Type.Optional(
    Type.Boolean({ description: 'true: API tokens stay valid; otherwise they end with the old password' }),
  ),
})
export const ConfirmBody = Strict({ password: Type.String({ maxLength: 1024 }) })
export const ProfileBody = Strict({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_MAX })),
  phone: Type.Optional(Nullable(Phone)),
  language: Type.Optional(Nullable(Language)),
  hold: Type.Optional(Type.Enum([...HOLDS])),
})

export const NewAgent = Strict({
  name: Type.String({ minLength: 1, maxLength: NAME_MAX }),
  email: Type.String({ minLength: 3, maxLength: EMAIL_MAX, pattern: TEXT_FORMS.email }),
  role: Role,
  password: Password,
})
export type NewAgent = Static<typeof NewAgent>
export const AgentChange = Strict({
  name: Type.Optional(NewAgent.properties.name),
  role: Type.Optional(Role),
  password: Type.Optional(Password),
})
export type AgentChange = Static<typeof AgentChange>
export const Agents = Strict({ agents: Type.Array(Agent) })

export const ApiToken = Strict({ id: Id, name: Type.String(), createdAt: Time, usedAt: Nullable(Time) })
export const ApiTokens = Strict({ tokens: Type.Array(ApiToken) })
export const NewApiToken = Strict({ name: Type.String({ minLength: 1, maxLength: 100 }) })
export const MadeApiToken = Strict({
  ...ApiToken.properties,
  token: Type.String({ description: 'shown only in this answer' }),
})
