import { apply } from '../apply.ts'
import type { CommandKind, Decision } from '../command-kind.ts'
import type { EntryBody } from '../entries.ts'
import type { Facts } from '../facts.ts'
import type { ChatState } from '../state.ts'
import { agentAccept, type AgentAccept } from './agent-accept.ts'
import { agentClose, type AgentClose } from './agent-close.ts'
import { agentNote, type AgentNote } from './agent-note.ts'
import { agentOffer, type AgentOffer } from './agent-offer.ts'
import { agentRoute, type AgentRoute } from './agent-route.ts'
import { agentSnooze, type AgentSnooze } from './agent-snooze.ts'
import { agentTag, type AgentTag } from './agent-tag.ts'
import { agentWrite, type AgentWrite } from './agent-write.ts'

export type MacroCommand =
  | AgentAccept
  | AgentWrite
  | AgentNote
  | AgentTag
  | AgentOffer
  | AgentRoute
  | AgentSnooze
  | AgentClose

/** Several commands of one agent as one: each is decided after the ones before it, and one refusal refuses all. */
export interface AgentMacro {
  readonly type: 'agent.macro'
  readonly steps: readonly MacroCommand[]
}

export const agentMacro: CommandKind<AgentMacro> = {
  type: 'agent.macro',
  decide(state, { steps }, facts) {
    const made: EntryBody[] = []
    let reached = state
    for (const [step, command] of steps.entries()) {
      const decided = decideStep(reached, command, facts)
      if ('refused' in decided) return { ...decided, step }
      for (const body of decided) {
        made.push(body)
        reached = apply(reached, { ...body, n: reached.last + 1, at: Math.max(facts.now, reached.lastAt) })
      }
    }
    return made
  },
}

function decideStep(state: ChatState, command: MacroCommand, facts: Facts): Decision {
  switch (command.type) {
    case 'agent.accept':
      return agentAccept.decide(state, command, facts)
    case 'agent.write':
      return agentWrite.decide(state, command, facts)
    case 'agent.note':
      return agentNote.decide(state, command, facts)
    case 'agent.tag':
      return agentTag.decide(state, command, facts)
    case 'agent.offer':
      return agentOffer.decide(state, command, facts)
    case 'agent.route':
      return agentRoute.decide(state, command, facts)
    case 'agent.snooze':
      return agentSnooze.decide(state, command, facts)
    case 'agent.close':
      return agentClose.decide(state, command, facts)
  }
}
