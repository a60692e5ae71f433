/** What a visitor's message says of the visitor: only fields that were given (A9). */
export interface Profile {
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  /** More about the visitor, from a page or a form. */
  readonly description?: string
}

/** The bot attached to the chat's channel. */
export interface BotFacts {
  readonly id: number
  readonly name: string
  /** How long it may be silent (ms, B10). */
  readonly silenceLimitMs: number
  /** It fails repeatedly, as this says, and is not to be asked. */
  readonly failing?: string
  /** The bot failed repeatedly; the next new chat probes whether it works again. */
  readonly probe?: boolean
}

/** What a decision depends on besides the state. The caller reads it beforehand and passes it in. */
export interface Facts {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What was known of the visitor before the command. */
  readonly known: Profile
  /** Fields that an agent edited: what the visitor says of them is kept apart and changes nothing that is shown. */
  readonly edited?: readonly string[]
  readonly bot: BotFacts | null
  /** An agent could accept the chat now (A4). */
  readonly available: boolean
  /** Whether an agent is online now. Absent: unknown, and taken as yes. */
  readonly isOnline?: (agent: number) => boolean
  /** The visitor's end shows several attachments of one message. Else each attachment is a message of its own. */
  readonly carriesAttachments?: boolean
  /** The visitor is blocked. */
  readonly blocked?: boolean
  /** A webhook wants changes of the visitor's profile (C22). */
  readonly tellsChanges?: boolean
}
