import type { CommandKind } from '../command-kind.ts'
import { bindings } from '../crm-cards.ts'
import type { CrmAnswered } from '../entries/crm-answered.ts'
import type { Profile } from '../facts.ts'
import { isClosed } from '../holding.ts'
import { changeToTell } from '../visitor-changes.ts'

/** A webhook's answer to the event of entry `to`: an agent accepted, or the chat began (C11). */
export interface CrmAnswer extends Omit<CrmAnswered, 'type'> {
  readonly type: 'crm.answer'
  /** Visitor data in the answer, applied as if the visitor had given it (W16). */
  readonly profile: Profile
}

/** Late answers are accepted while the chat is open (C12). */
export const crmAnswer: CommandKind<CrmAnswer> = {
  type: 'crm.answer',
  decide(state, command, facts) {
    if (isClosed(state)) return { refused: 'closed' }
    const { type: _, profile, ...answer } = command
    // The webhook has already answered a later event, so this answer is outdated.
    const newer = state.crm?.cards.some((card) => card.webhook === command.webhook && card.to > command.to)
    if (newer) return { refused: 'too_late' }
    const changed = changeToTell(facts, profile)
    const { owner } = state
    const bound = owner.kind === 'agent' ? bindings(state, [command], owner.agent) : []
    return [{ type: 'crm.answered', ...answer }, ...(changed ? [{ ...changed, by: 'crm' as const }] : []), ...bound]
  },
}
