import type { Conversation } from '../commit/draft.ts'
import { EDITED_FIELDS, type Edits, type Given } from './shapes.ts'

/**
 * Shows the contact's edits at a visitor. What the channel said stays in `given` while a field is edited, and is shown
 * again without the edit.
 */
export function showEdits(conversation: Conversation, edits: Edits): void {
  const { visitor } = conversation
  const given: Given = visitor.given ?? {}
  const stays: { -readonly [Field in keyof Given]: Given[Field] } = {}
  const shown: typeof stays = {}
  for (const field of EDITED_FIELDS) {
    const said = field in given ? (given[field] ?? null) : visitor[field]
    const edit = edits[field]
    if (edit) stays[field] = said
    shown[field] = edit ? edit.value : said
  }
  conversation.visitor = {
    ...visitor,
    name: shown.name ?? null,
    email: shown.email ?? null,
    phone: shown.phone ?? null,
    given: Object.keys(stays).length > 0 ? stays : null,
  }
}
