import type { Decided, Deciding } from './deciding.ts'
import type { Draft } from './draft.ts'
import type { NumberRequest } from './effects.ts'
import type { ChangedChat, Committed, CommitRefused, Outcome, Unavailable } from './input.ts'
import type { Located } from './locked.ts'

export type Result = Outcome | CommitRefused | Unavailable

/** The numbers that new visitors and chats need. */
export function numbersOf(deciding: Deciding): NumberRequest[] {
  const wanted: NumberRequest[] = []
  for (const conversation of deciding.conversations)
    if (conversation.number === null) {
      const { account } = conversation
      wanted.push({ account, counter: 'visitors', assign: (n) => void (conversation.number = n) })
      wanted.push({ account, counter: 'contacts', assign: (n) => void (conversation.contact = n) })
    }
  for (const [draft, { account }] of deciding.drafts)
    if (draft.id === null) wanted.push({ account, counter: 'chats', assign: (n) => void (draft.id = n) })
  return wanted
}

/** Rows of the answers that are stored for repeated requests (A13). */
export function answersOf(deciding: Deciding, results: readonly Result[]): object[] {
  return [...deciding.answered.values()].flatMap(({ account, once, place }) => {
    const result = results[place]
    if (!result || result instanceof Error || result.kind !== 'done') return []
    const answer = once.answer(result)
    return [{ account_id: account, scope: once.scope, key: once.key, hash: once.hash.toString('base64'), answer }]
  })
}

/** Called after numbers were assigned. */
export function toResult(one: Decided, all: readonly Decided[], inputs: readonly Located[]): Result {
  switch (one.kind) {
    case 'refused':
      return one.why
    case 'kept':
      return { kind: 'repeated', answer: one.answer }
    case 'same': {
      const first = all[one.as]
      const once = inputs[one.as]?.input.once
      if (!first || !once) throw new Error('a repeated request has no first')
      const result = toResult(first, all, inputs)
      if (result instanceof Error || result.kind === 'repeated') return result
      return { kind: 'repeated', answer: once.answer(result) }
    }
    case 'done':
      return { kind: 'done', ...toCommitted(one.conversation, one.draft, one.entries) }
  }
}

function toCommitted(
  conversation: (Decided & { kind: 'done' })['conversation'],
  draft: Draft | null,
  entries: Committed['entries'],
): Committed {
  return {
    account: conversation.account,
    chat: draft?.id ?? null,
    state: draft?.state ?? null,
    visitor: conversation.facts(),
    entries,
  }
}

/** Each chat that has new entries or whose visitor changed. */
export function changedChats(deciding: Deciding): ChangedChat[] {
  const changed: ChangedChat[] = []
  for (const [draft, conversation] of deciding.drafts) {
    if (draft.id === null || (draft.entries.length === 0 && !conversation.visitorChanged)) continue
    changed.push({
      account: conversation.account,
      chat: draft.id,
      state: draft.state,
      visitor: conversation.facts(),
      entries: draft.entries,
    })
  }
  return changed
}
