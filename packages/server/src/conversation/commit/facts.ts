import type { BotFacts } from '@deskbell/rules'

/** The command that is to be decided. */
export interface CommandToDecide {
  readonly account: number
  readonly channel: number
  /** The command opens a chat. */
  readonly opens: boolean
  /** Whether an agent could accept a chat of the channel now. */
  readonly isAvailable: () => boolean
}

/** Facts that modules provide to the rules. A fact that no module provides is null or false. */
export interface ModuleFacts {
  /** The bot that answers on the channel. */
  readonly bot?: BotFacts | null
  /** A webhook receives changes of the visitor (C22). */
  readonly tellsChanges?: boolean
}

/** Synchronous and from memory: it is called for every command. */
export type FactSource = (command: CommandToDecide) => ModuleFacts
