import type { VisitorCalls } from '../../realtime/visitor-calls.ts'
import { VisitorCallPart } from './visitor-call.ts'
import type { Services } from '../../services.ts'
import { Greeting } from './greeting.ts'
import type { MarkInstalled } from './installed.ts'
import { Invitation } from './invitation.ts'
import { Place, type PlaceOf } from './place.ts'
import type { RatingShown } from './rating-shown.ts'
import { makeRuleQuestion, type RuleQuestion } from './rule-question.ts'
import type { Session } from './session.ts'
import type { SessionRegistry } from './session-registry.ts'
import { Typing } from './typing.ts'
import { Visit } from './visit.ts'
import { VisitorChats } from './visitor-chats.ts'

/** The parts of a session. They reach each other through the session. */
export interface SessionParts {
  readonly chats: VisitorChats
  readonly visit: Visit
  readonly typing: Typing
  readonly greeting: Greeting
  readonly invitation: Invitation
  readonly place: Place
  readonly rules: RuleQuestion
  readonly call: VisitorCallPart
}

/** Makes the parts of a session. The session has its account, channel and address already. */
export type MakeParts = (session: Session) => SessionParts

type Needs = Pick<
  Services,
  ('availability' | 'chatEvents' | 'clock' | 'commit' | 'db') | ('directory' | 'geoip' | 'ids' | 'log' | 'rates')
> & {
  readonly registry: SessionRegistry
  readonly markInstalled: MarkInstalled
  readonly placeOf: PlaceOf
  readonly ratingShown: RatingShown
  readonly visitorCalls: () => VisitorCalls
}

/** Each part names the services that it uses. */
export const makeSessionParts =
  (services: Needs): MakeParts =>
  (session) => ({
    chats: new VisitorChats(session, services),
    visit: new Visit(session, services),
    typing: new Typing(session, services),
    greeting: new Greeting(session, services),
    invitation: new Invitation(session, services),
    place: new Place(session, services.placeOf),
    call: new VisitorCallPart(session, services),
    rules: makeRuleQuestion(services, (id) => session.send({ t: 'why', id })),
  })
