import { Type, type Static } from 'typebox'
import { Id, Nullable, Strict, Time } from '../shapes.ts'
import { EMAIL_MAX } from '../limits.ts'
import { NewAgent, Role } from './people.ts'

const Ids = Type.Array(Id, { maxItems: 1000, uniqueItems: true })

/** An invitation of a colleague. Its link is used once, to set a name and a password. */
export const Invitation = Strict({
  id: Id,
  email: Type.String(),
  role: Role,
  channels: Type.Array(Id, { description: 'that the new agent is assigned to' }),
  departments: Type.Array(Id, { description: 'that the new agent belongs to' }),
  by: Type.String({ description: 'the name of the agent who invited' }),
  createdAt: Time,
  expiresAt: Time,
})
export type Invitation = Static<typeof Invitation>
export const Invitations = Strict({
  invitations: Type.Array(Invitation),
  mail: Type.Boolean({ description: 'whether the server mails links; otherwise they are in the answers' }),
})
export const NewInvitation = Strict({
  email: NewAgent.properties.email,
  role: Role,
  channels: Type.Optional(Ids),
  departments: Type.Optional(Ids),
})
export type NewInvitation = Static<typeof NewInvitation>
const Link = Nullable(Type.String({ description: 'shown only in this answer; null: the server has mailed it' }))
export const MadeInvitation = Strict({ invitation: Invitation, link: Link })
export type MadeInvitation = Static<typeof MadeInvitation>
export const MadeLink = Strict({ link: Link })

const Token = Type.String({ maxLength: 200, description: 'what follows # in the link' })
export const LinkBody = Strict({ token: Token })
/** The company, as its name and the address of its logo. */
const company = {
  company: Type.String({ description: 'empty: no name is set' }),
  logo: Nullable(Type.String()),
}
export const InvitationOpened = Strict({ email: Type.String(), by: Type.String(), ...company })
export const AcceptBody = Strict({
  token: Token,
  name: NewAgent.properties.name,
  password: NewAgent.properties.password,
})

export const ForgottenBody = Strict({ email: Type.String({ maxLength: EMAIL_MAX }) })
export const ForgottenAnswer = Strict({
  mail: Type.Boolean({ description: 'whether the server can send mail, whether the agent exists or not' }),
})
export const ResetOpened = Strict({ email: Type.String(), name: Type.String(), ...company })
export const ResetBody = Strict({ token: Token, password: NewAgent.properties.password })
