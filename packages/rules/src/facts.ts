/** What a customer's message says of the customer: only values that are given (A9). */
export interface Profile {
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  /** More about the customer, as a page or a form says it. */
  readonly description?: string
}

/** The bot attached to the chat's channel. */
export interface BotFacts {
  readonly id: number
  readonly name: string
  /** How long it may be silent (ms, B10). */
  readonly patience: number
  /** It fails repeatedly, as this says, and is not to be asked. */
  readonly failing?: string
  /** It fails repeatedly; the next new chat is to show whether it still does. */
  readonly probe?: boolean
}

/** What a decision depends on besides the state. The caller reads it before and passes it in. */
export interface Facts {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What was known of the visitor before the command. */
  readonly known: Profile
  readonly bot: BotFacts | null
  /** An agent could accept the chat now (A4). */
  readonly available: boolean
  /** Nothing is taken from the visitor. */
  readonly blocked?: boolean
  /** A webhook wants to hear of changes of the visitor (C22). */
  readonly tellsChanges?: boolean
}
