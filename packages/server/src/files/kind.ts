import type { MediaKind } from '@deskbell/rules'
import type { FileRow } from './rows.ts'

/** The kind of a file by its content, for a message that does not name one. */
export function kindOf({ inline, mime }: Pick<FileRow, 'inline' | 'mime'>): MediaKind {
  if (!inline) return 'document'
  if (mime.startsWith('image/')) return 'photo'
  return mime.startsWith('video/') ? 'video' : 'audio'
}
