/**
 * Shapes shared by entries and the state. They are stored with every log and pinned with the entries
 * (`entry.pin.test.ts`).
 */

/** An agent or a bot, with the name that it had when the entry was written. */
export interface Person {
  readonly id: number
  readonly name: string
}

/** A department, with the name that it had when the entry was written. */
export interface Department {
  readonly id: number
  readonly name: string
}

export type Author = 'visitor' | 'agent' | 'bot' | 'system'

export type Rating = 'positive' | 'negative'

/** A button that a bot offers as an answer. */
export interface Button {
  readonly id: string
  readonly text: string
}

export type MediaKind = 'photo' | 'video' | 'audio' | 'voice' | 'sticker' | 'document' | 'location'

/**
 * Media as the log stores it. Never the address that it came from (A19): `host` names the origin, and `file` is the
 * stored copy, if there is one.
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

/** A field of a CRM card; text is plain text, and a link is http(s) (C11, C13). */
export interface CrmField {
  readonly title?: string
  readonly content?: string
  readonly key?: string
  readonly link?: string
}
