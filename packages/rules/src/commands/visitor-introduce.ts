import type { CommandKind } from '../command-kind.ts'
import type { Profile } from '../facts.ts'
import { isClosed } from '../holding.ts'
import { changeToTell } from '../visitor-changes.ts'

/** Profile data (name, phone and so on) without a message, recorded where a chat is open. */
export interface VisitorIntroduce {
  readonly type: 'visitor.introduce'
  readonly profile: Profile
}

export const visitorIntroduce: CommandKind<VisitorIntroduce> = {
  type: 'visitor.introduce',
  decide(state, { profile }, facts) {
    const changed = isClosed(state) ? undefined : changeToTell(facts, profile)
    return changed ? [changed] : []
  },
}
