import type { EntryMedia } from './shapes.ts'

/** Replacements that entries name in their `redaction`. */

export const emptied = (): string => ''

/** Of a file or a place only its kind remains. */
export const outline = ({ kind }: EntryMedia): EntryMedia => ({ kind })

export const outlines = (attachments: readonly EntryMedia[]): readonly EntryMedia[] => attachments.map(outline)
