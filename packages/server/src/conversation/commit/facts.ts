import type { BotFacts } from '@deskbell/rules'

/** A command that is about to be decided. */
export interface Deciding {
  readonly account: number
  readonly channel: number
  /** The command begins a chat. */
  readonly opens: boolean
  /** Whether an agent could accept a chat of the channel now. */
  readonly isAvailable: () => boolean
}

/** What modules tell the rules. What no module says is null or false. */
export interface ModuleFacts {
  /** The bot that answers on the channel. */
  readonly bot?: BotFacts | null
  /** Changes of a visitor are of interest to a receiver of events (C22). */
  readonly tellsChanges?: boolean
}

/** Answers at once, from memory: it is asked for every command. */
export type FactSource = (command: Deciding) => ModuleFacts
