import type { Entry } from '@deskbell/protocol/agent/entry'
import type { MessageItem, Word } from './live/fold.ts'

export type EntryType = Entry['type']
export type EntryOf<T extends EntryType> = Narrowed<Entry, T>

type Narrowed<E, T> = E extends { readonly type: infer U } ? (T extends U ? E & { readonly type: T } : never) : never

/**
 * A piece of a sentence: our own words; `isolated`, words that hold a name and keep their own direction; or `quoted`,
 * what another person or server wrote.
 */
export type Part = string | { readonly isolated: string } | { readonly quoted: string }

/** Who reads, by their number, and whether the chat was erased. */
export interface ReadBy {
  readonly me: number
  readonly erased: boolean
}

/** A bubble of its own. */
export interface MessageView<T extends EntryType> {
  readonly shown: 'message'
  toItem(entry: EntryOf<T>): MessageItem
}

/** A line between the messages. */
export interface NoteView<T extends EntryType> {
  readonly shown: 'note'
  /** Of several in a chat the last alone is shown. */
  readonly lastOnly?: true
  /** What stands before it is shown without its content. */
  readonly erases?: true
  says(entry: EntryOf<T>, by: ReadBy): readonly Part[]
}

/** A line between the messages that unfolds to a text. */
export interface UnfoldingView<T extends EntryType> {
  readonly shown: 'unfolding'
  summary(entry: EntryOf<T>): string
  text(entry: EntryOf<T>): string
}

/** Shown at the message `of` that it speaks of. */
export interface WordView<T extends EntryType> {
  readonly shown: 'at its message'
  word(entry: EntryOf<T>): Word
}

/** Says nothing to a reader. */
export interface SilentView {
  readonly shown: 'nothing'
}

/** How the application shows one type of entry. */
export type EntryView<T extends EntryType> = MessageView<T> | NoteView<T> | UnfoldingView<T> | WordView<T> | SilentView

/** What happened, and behind it the reason, in the words of the person or server that gave it. */
export function withReason(said: string, reason: string | false | undefined): readonly Part[] {
  return reason ? [{ isolated: said }, ' ', { quoted: `(${reason})` }] : [{ isolated: said }]
}
