import type { Person } from '@deskbell/rules'

/** The fields of a contact that agents edit. */
export const EDITED_FIELDS = ['name', 'email', 'phone'] as const
export type EditedField = (typeof EDITED_FIELDS)[number]

/** A value that an agent entered. It is shown instead of what the contact's visitors gave; null: no value. */
export interface Edit {
  readonly value: string | null
  readonly by: Person
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The visitor who gave the value that the agent chose. An erasure of this visitor removes the edit. */
  readonly of?: number
}
export type Edits = Readonly<Partial<Record<EditedField, Edit>>>

/** What a visitor's channel said last about the edited fields. */
export type Given = Readonly<Partial<Record<EditedField, string | null>>>

/** A field that agents added to a contact. */
export interface OwnField {
  readonly title: string
  readonly content: string
}

export const isEditedField = (field: string): field is EditedField =>
  (EDITED_FIELDS as readonly string[]).includes(field)
