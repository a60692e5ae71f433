/** What entries and the state are made of. Stored with every log, so pinned with the entries (`entry.pin.test.ts`). */

/** An agent or a bot as the log remembers it: the name of that moment. */
export interface Person {
  readonly id: number
  readonly name: string
}

/** A department as the log remembers it. */
export interface Department {
  readonly id: number
  readonly name: string
}

export type Author = 'visitor' | 'agent' | 'bot' | 'system'

export type Rating = 'positive' | 'negative'

/** A prepared answer that a bot offers. */
export interface Button {
  readonly id: string
  readonly text: string
}

export type MediaKind = 'photo' | 'video' | 'audio' | 'voice' | 'sticker' | 'document' | 'location'

/**
 * Media as the log keeps it. Never the address it came from (A19): `host` says where, and our own copy, if there is
 * one, is `file`.
 */
export interface EntryMedia {
  readonly kind: MediaKind
  readonly file?: string
  readonly host?: string
  readonly name?: string
  readonly size?: number
  readonly mime?: string
  readonly width?: number
  readonly height?: number
  readonly duration?: number
  readonly performer?: string
  readonly title?: string
  readonly emoji?: string
  readonly latitude?: number
  readonly longitude?: number
}

/** A line beside the chat, by the account's own server; texts are texts, and a link is http(s) (C11, C13). */
export interface CrmField {
  readonly title?: string
  readonly content?: string
  readonly key?: string
  readonly link?: string
}
