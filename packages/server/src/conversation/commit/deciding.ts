import {
  blockingOf,
  decide,
  opensChat,
  type BotFacts,
  type Command,
  type Entry,
  type Facts,
  type Profile,
} from '@deskbell/rules'
import type { Settlement } from '../../deliveries/delivery.ts'
import { leaseKeyOf } from '../../deliveries/rows.ts'
import type { TraceParent } from '../../platform/tracing/tracing.ts'
import { Draft, type Conversation } from './draft.ts'
import type { Attached, AttachedTo, Attachment, Decisions } from './effects.ts'
import { CommitRefused, type Input, type Once, type Unavailable } from './input.ts'
import type { Read } from './locked.ts'

/** The facts that the rules need of a channel and its account. `opens`: the command opens a chat. */
export type ReadFacts = (account: number, channel: number, opens: boolean) => ReadFactsOf

interface ReadFactsOf {
  followsLog: boolean
  carriesAttachments: boolean
  bot: BotFacts | null
  isAvailable: () => boolean
  tellsChanges: boolean
  isOnline: (agent: number) => boolean
}

/**
 * The facts of one decision. A class, since an object literal with a getter gets a hidden class of its own each time, which the
 * engine keeps until its next full collection.
 */
class DecisionFacts implements Facts {
  readonly now: number
  readonly known: Profile
  readonly edited: readonly string[]
  readonly bot: BotFacts | null
  readonly carriesAttachments: boolean
  readonly blocked: boolean
  readonly tellsChanges: boolean
  readonly isOnline: (agent: number) => boolean
  readonly #isAvailable: () => boolean

  constructor(read: ReadFactsOf, conversation: Conversation, now: number) {
    this.now = now
    this.known = profileOf(conversation)
    this.edited = Object.keys(conversation.visitor.given ?? {})
    this.bot = read.bot
    this.carriesAttachments = read.carriesAttachments
    this.blocked = conversation.visitor.blocked
    this.tellsChanges = read.tellsChanges
    this.isOnline = read.isOnline
    this.#isAvailable = read.isAvailable
  }

  get available(): boolean {
    return this.#isAvailable()
  }
}

/** The decision about one input, before anything is written. */
export type Decided =
  | {
      readonly kind: 'done'
      readonly conversation: Conversation
      readonly draft: Draft | null
      readonly entries: readonly Entry[]
    }
  | { readonly kind: 'refused'; readonly why: CommitRefused | Unavailable }
  /** A stored answer to the same request. */
  | { readonly kind: 'kept'; readonly answer: unknown }
  /** The same request as another input of this batch, at index `as`. */
  | { readonly kind: 'same'; readonly as: number }

/** An entry that the batch will write. */
export interface Made {
  readonly draft: Draft
  readonly conversation: Conversation
  readonly entry: Entry
  readonly command: Command
  /** The visitor's client reads the log itself. */
  readonly followsLog: boolean
  /** The command opened the chat. */
  readonly opens: boolean
  /** The input's data for effects. */
  readonly attached: readonly Attached[]
}

/**
 * Decides the commands of a batch one after the other, in memory. A refused command changes nothing. A later command
 * sees the changes of the earlier ones.
 */
export class Deciding implements Decisions {
  readonly made: Made[] = []
  readonly settled: Settlement[] = []
  readonly answered = new Map<string, { account: number; once: Once; place: number }>()
  readonly conversations = new Set<Conversation>()
  readonly drafts = new Map<Draft, Conversation>()
  /** What the latest input of each chat was done for, where that is traced. */
  readonly traces = new Map<Draft, TraceParent>()
  readonly #attached: ({ readonly to: Attachment<unknown> } & AttachedTo<unknown>)[] = []
  readonly #read: Read
  readonly #now: number
  readonly #readFacts: ReadFacts

  constructor(read: Read, now: number, readFacts: ReadFacts) {
    this.#read = read
    this.#now = now
    this.#readFacts = readFacts
  }

  decide(input: Input, conversation: Conversation, place: number): Decided {
    if (input.settles && !this.#read.leases.has(leaseKeyOf(input.settles)))
      return { kind: 'refused', why: new CommitRefused('lease_lost') }
    const repeated = input.once && this.#repeated(input.account, input.once)
    if (repeated) return repeated

    let draft: Draft | null = conversation.open
    if ('chat' in input.target) {
      draft = this.#read.chats.get(`${input.account}:${input.target.chat}`) ?? null
      if (!draft) return { kind: 'refused', why: new CommitRefused('no_chat') }
      // The visitor of an erased chat is unknown: the command would create a new one.
      if (draft.state.erased) return { kind: 'refused', why: new CommitRefused('closed') }
    }
    let entries: Entry[] = []
    // A visitor may send a name without a chat. Then only the visitor's values are written.
    if (input.command && !(input.command.type === 'visitor.introduce' && !draft)) {
      const opens = opensChat(input.command) && (draft === null || draft.state.owner.kind === 'nobody')
      if (!draft && !opens) return { kind: 'refused', why: new CommitRefused('no_chat') }
      const candidate = opens || !draft ? Draft.open(this.#now) : draft
      const facts = this.#readFacts(input.account, conversation.channel, opens)
      const bodies = decide(candidate.state, input.command, new DecisionFacts(facts, conversation, this.#now))
      if ('refused' in bodies)
        return { kind: 'refused', why: new CommitRefused(bodies.refused, bodies.holder, bodies.step) }
      if (opens) conversation.opens(candidate)
      draft = candidate
      entries = draft.append(bodies, this.#now)
      for (const entry of entries) {
        const blocked = blockingOf(entry)
        if (blocked !== undefined) conversation.block(blocked)
        this.made.push({
          draft,
          conversation,
          entry,
          command: input.command,
          followsLog: facts.followsLog,
          opens,
          attached: input.attached ?? [],
        })
      }
    }
    if (input.meets) conversation.meet()
    if (input.visitor) conversation.setVisitorValues(input.visitor)
    this.conversations.add(conversation)
    if (draft) this.drafts.set(draft, conversation)
    if (draft && input.trace !== undefined) this.traces.set(draft, input.trace)
    if (input.settles) this.settled.push(input.settles)
    for (const { to, value } of input.attached ?? [])
      this.#attached.push({ to, value, conversation, draft, command: input.command })
    if (input.once)
      this.answered.set(onceName(input.account, input.once), { account: input.account, once: input.once, place })
    return { kind: 'done', conversation, draft, entries }
  }

  /** Whether the batch has nothing to write. */
  get empty(): boolean {
    return (
      this.made.length === 0 &&
      this.settled.length === 0 &&
      this.answered.size === 0 &&
      ![...this.conversations].some((conversation) => conversation.visitorChanged)
    )
  }

  attached<Value>(wanted: Attachment<Value>): AttachedTo<Value>[] {
    return this.#attached.filter(({ to }) => to === wanted) as AttachedTo<Value>[]
  }

  #repeated(account: number, once: Once): Decided | undefined {
    const mismatch: Decided = { kind: 'refused', why: new CommitRefused('idempotency_mismatch') }
    const kept = this.#read.answers.get(onceName(account, once))
    if (kept) return kept.hash.equals(once.hash) ? { kind: 'kept', answer: kept.answer } : mismatch
    const earlier = this.answered.get(onceName(account, once))
    if (earlier) return earlier.once.hash.equals(once.hash) ? { kind: 'same', as: earlier.place } : mismatch
    return undefined
  }
}

function onceName(account: number, once: Once): string {
  return `${account}:${once.scope}:${once.key}`
}

/** What is shown of a visitor. */
export function profileOf({ visitor }: Conversation): Profile {
  return {
    ...(visitor.name !== null && { name: visitor.name }),
    ...(visitor.phone !== null && { phone: visitor.phone }),
    ...(visitor.email !== null && { email: visitor.email }),
    ...(visitor.description !== null && { description: visitor.description }),
  }
}
