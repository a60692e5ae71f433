import { decide, opensChat, type BotFacts, type Command, type Entry, type Profile } from '@deskbell/rules'
import type { Settlement } from '../../deliveries/delivery.ts'
import { Draft, type Conversation } from './draft.ts'
import type { Attached, AttachedTo, Attachment, Decisions } from './effects.ts'
import { CommitRefused, type Input, type Once, type Unavailable } from './input.ts'
import type { Read } from './locked.ts'

/** What the rules must know of a channel and its account; `opens`: for a chat that begins now. */
export type Ask = (
  account: number,
  channel: number,
  opens: boolean,
) => { followsLog: boolean; bot: BotFacts | null; available: boolean; tellsChanges: boolean }

/** What one input came to, before anything is written. */
export type Decided =
  | {
      readonly kind: 'done'
      readonly conversation: Conversation
      readonly draft: Draft | null
      readonly entries: readonly Entry[]
    }
  | { readonly kind: 'refused'; readonly why: CommitRefused | Unavailable }
  /** The answer was kept from before. */
  | { readonly kind: 'kept'; readonly answer: unknown }
  /** Another input of this batch, by place, is the same request. */
  | { readonly kind: 'same'; readonly as: number }

export interface Made {
  readonly draft: Draft
  readonly conversation: Conversation
  readonly entry: Entry
  readonly command: Command
  /** The visitor's end reads the log itself. */
  readonly followsLog: boolean
  /** The command began the chat. */
  readonly opens: boolean
  /** What the input brought along for effects. */
  readonly attached: readonly Attached[]
}

/**
 * Decides the commands of a batch one after the other, in memory. A refused one changes nothing, and those after it
 * see what those before it did.
 */
export class Deciding implements Decisions {
  readonly made: Made[] = []
  readonly settled: Settlement[] = []
  readonly answered = new Map<string, { account: number; once: Once; place: number }>()
  readonly conversations = new Set<Conversation>()
  readonly drafts = new Map<Draft, Conversation>()
  readonly #attached: ({ readonly to: Attachment<unknown> } & AttachedTo<unknown>)[] = []
  readonly #read: Read
  readonly #now: number
  readonly #ask: Ask

  constructor(read: Read, now: number, ask: Ask) {
    this.#read = read
    this.#now = now
    this.#ask = ask
  }

  decide(input: Input, conversation: Conversation, place: number): Decided {
    if (input.settles && !this.#read.leases.has(`${input.settles.account}:${input.settles.id}`))
      return { kind: 'refused', why: new CommitRefused('lease_lost') }
    const repeated = input.once && this.#repeated(input.account, input.once)
    if (repeated) return repeated

    let draft: Draft | null = conversation.open
    if ('chat' in input.target) {
      draft = this.#read.chats.get(`${input.account}:${input.target.chat}`) ?? null
      if (!draft) return { kind: 'refused', why: new CommitRefused('no_chat') }
      // Whose it was is not known any more: what is said of them would make somebody new.
      if (draft.state.erased) return { kind: 'refused', why: new CommitRefused('closed') }
    }
    let entries: Entry[] = []
    // Whoever says who they are need not have a chat.
    if (input.command && !(input.command.type === 'visitor.introduce' && !draft)) {
      const opens = opensChat(input.command) && (draft === null || draft.state.owner.kind === 'nobody')
      if (!draft && !opens) return { kind: 'refused', why: new CommitRefused('no_chat') }
      const candidate = opens || !draft ? Draft.open(this.#now) : draft
      const asked = this.#ask(input.account, conversation.channel, opens)
      const bodies = decide(candidate.state, input.command, {
        now: this.#now,
        known: profileOf(conversation),
        bot: asked.bot,
        blocked: conversation.visitor.blocked,
        tellsChanges: asked.tellsChanges,
        get available() {
          return asked.available
        },
      })
      if ('refused' in bodies) return { kind: 'refused', why: new CommitRefused(bodies.refused, bodies.holder) }
      if (opens) conversation.opens(candidate)
      draft = candidate
      if (input.command.type === 'agent.block' || input.command.type === 'agent.unblock')
        conversation.block(input.command.type === 'agent.block')
      entries = draft.append(bodies, this.#now)
      for (const entry of entries)
        this.made.push({
          draft,
          conversation,
          entry,
          command: input.command,
          followsLog: asked.followsLog,
          opens,
          attached: input.attached ?? [],
        })
    }
    if (input.meets) conversation.meet()
    if (input.visitor) conversation.take(input.visitor)
    this.conversations.add(conversation)
    if (draft) this.drafts.set(draft, conversation)
    if (input.settles) this.settled.push(input.settles)
    for (const { to, value } of input.attached ?? [])
      this.#attached.push({ to, value, conversation, draft, command: input.command })
    if (input.once)
      this.answered.set(onceName(input.account, input.once), { account: input.account, once: input.once, place })
    return { kind: 'done', conversation, draft, entries }
  }

  /** Whether there is anything to write at all. */
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

function profileOf({ visitor }: Conversation): Profile {
  return {
    ...(visitor.name !== null && { name: visitor.name }),
    ...(visitor.phone !== null && { phone: visitor.phone }),
    ...(visitor.email !== null && { email: visitor.email }),
    ...(visitor.description !== null && { description: visitor.description }),
  }
}
