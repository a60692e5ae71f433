import type { ChatState } from '@deskbell/rules'
import type { Deciding } from './deciding.ts'
import { Conversation, Draft } from './draft.ts'

/** At most so many; those that were not written in for the longest time go first. */
const MAX = 5000

/** A conversation with an open chat, as it is stored. `state` and `visitor` are never changed in place. */
interface Remembered {
  readonly conversation: Pick<
    Conversation,
    'account' | 'channel' | 'key' | 'visitor' | 'number' | 'contact' | 'photoHash' | 'tabs'
  >
  readonly chat: number
  readonly state: ChatState
  readonly versions: Versions
  /** Nobody else was seen to write in it. */
  readonly isOurs: boolean
}

/** The versions of the rows of a visitor and the open chat (`xmin`): each change of a row gives it a new one. */
export interface Versions {
  readonly visitor: string
  readonly chat: string
}

/** What a transaction tells with its end: its number, which is the version of each row that it wrote, and the database's time (ms). */
export interface Stamp {
  readonly version: string
  readonly at: number
}

/** The database's time at a commit, and ours when we heard of it (ms). */
interface Heard {
  readonly at: number
  readonly now: number
}

/**
 * The conversations that this process has written in, as it left them. A command in one of them can be decided without a read, and
 * written in one round trip that fails unless the versions are still stored (`at-once.ts`). Nothing here is ever trusted without
 * that.
 */
export class RememberedConversations {
  readonly #conversations = new Map<string, Remembered>()
  readonly #isAlone: () => boolean
  #heard: Heard | undefined

  /** `isAlone`: no other process uses the database. */
  constructor(isAlone: () => boolean) {
    this.#isAlone = isAlone
  }

  /** Undefined where it is not known, or where another process writes in it, too: then a read costs less than a failed try. */
  find(key: string): { readonly chat: number; readonly versions: Versions } | undefined {
    const found = this.#conversations.get(key)
    return found?.isOurs ? found : undefined
  }

  /** A conversation that was found, to decide on. `now`: ms. */
  revive(key: string, now: number): Conversation {
    const found = this.#conversations.get(key)
    if (!found) throw new Error('the conversation is not remembered')
    const { account, channel, ...rest } = found.conversation
    const revived = new Conversation(account, channel, rest.key, now)
    Object.assign(revived, rest)
    revived.isNew = false
    revived.versions = found.versions
    revived.open = new Draft(found.chat, found.state)
    return revived
  }

  /** Until when the database may write what has to be written before `until`, by its own clock; undefined: not known. */
  deadline(until: number): Date | undefined {
    return this.#heard && new Date(this.#heard.at + until - this.#heard.now)
  }

  /** Remembers the conversations of a batch as it has left them. */
  keep(deciding: Deciding, { version, at }: Stamp, now: number): void {
    this.#heard = { at, now }
    for (const conversation of deciding.conversations) {
      const key = conversation.lockKey
      const before = this.#conversations.get(key)
      this.#conversations.delete(key)
      const { open, versions: read } = conversation
      if (!open || open.id === null || open.state.closedAt !== null || open.state.erased) continue
      const versions = {
        visitor: conversation.visitorChanged ? version : read?.visitor,
        chat: deciding.drafts.has(open) && open.entries.length > 0 ? version : read?.chat,
      }
      if (versions.visitor === undefined || versions.chat === undefined) continue
      const wasOurs =
        before !== undefined && before.versions.visitor === read?.visitor && before.versions.chat === read.chat
      this.#conversations.set(key, {
        conversation: copyOf(conversation),
        chat: open.id,
        state: open.state,
        versions: { visitor: versions.visitor, chat: versions.chat },
        isOurs: wasOurs || this.#isAlone(),
      })
    }
    for (const key of this.#conversations.keys()) {
      if (this.#conversations.size <= MAX) break
      this.#conversations.delete(key)
    }
  }

  forget(keys: Iterable<string>): void {
    for (const key of keys) this.#conversations.delete(key)
  }
}

const copyOf = (conversation: Conversation): Remembered['conversation'] => {
  const { account, channel, key, visitor, number, contact, photoHash, tabs } = conversation
  return { account, channel, key, visitor, number, contact, photoHash, tabs }
}
