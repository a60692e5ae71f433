import type { Entry } from '@deskbell/protocol/agent/entry'
import type { Media } from '@deskbell/protocol/agent/media'
import type { MessageItem, MessageUpdate } from './live/fold.ts'

export type EntryType = Entry['type']
export type EntryOf<T extends EntryType> = Narrowed<Entry, T>

type Narrowed<E, T> = E extends { readonly type: infer U } ? (T extends U ? E & { readonly type: T } : never) : never

/**
 * A piece of a sentence: the application's own text; `isolated`, text with a name that keeps its own direction; or
 * `quoted`, text of another person or server.
 */
export type Part = string | { readonly isolated: string } | { readonly quoted: string }

/** The reading agent's number, and whether the chat was erased. */
export interface ReadBy {
  readonly me: number
  readonly erased: boolean
}

/** An entry with a bubble of its own. */
export interface MessageView<T extends EntryType> {
  readonly shown: 'message'
  toItem(entry: EntryOf<T>): MessageItem
}

/** An entry shown as a line between the messages. */
export interface NoteView<T extends EntryType> {
  readonly shown: 'note'
  /** Only the last entry of this type in a chat is shown. */
  readonly lastOnly?: true
  /** The entries before it are shown without their content. */
  readonly erases?: true
  says(entry: EntryOf<T>, by: ReadBy): readonly Part[]
}

/** A line between the messages that unfolds to a text. */
export interface UnfoldingView<T extends EntryType> {
  readonly shown: 'unfolding'
  summary(entry: EntryOf<T>): string
  text(entry: EntryOf<T>): string
  files?(entry: EntryOf<T>): readonly Media[]
}

/** Shown at the message `of` that it refers to. */
export interface UpdateView<T extends EntryType> {
  readonly shown: 'at its message'
  update(entry: EntryOf<T>): MessageUpdate
}

/** Not shown. */
export interface SilentView {
  readonly shown: 'nothing'
}

/** How the application shows one type of entry. */
export type EntryView<T extends EntryType> =
  | MessageView<T>
  | NoteView<T>
  | UnfoldingView<T>
  | UpdateView<T>
  | SilentView

/** An event followed by its reason, in the words of the person or server that gave it. */
export function withReason(said: string, reason: string | false | undefined): readonly Part[] {
  return reason ? [{ isolated: said }, ' ', { quoted: `(${reason})` }] : [{ isolated: said }]
}
