import type { FieldReason } from '@deskbell/protocol/agent/field-reason'
import { sayField, toSentence } from '@deskbell/protocol/agent/field-words'
import { words } from './index.ts'

/** A sentence that says why a field is refused. */
export const sayWhy = (why: FieldReason): string => toSentence(sayField(words.fields, why), words.locale)
