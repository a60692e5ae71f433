import { ATTACHMENTS_MAX, FILE_MAX } from '@deskbell/protocol/limits'
import { size } from '../text/size.ts'
import { words } from '../words/index.ts'
import { newKey } from '../runtime.ts'

export type Picked = { key: string; file: File }

/** Returns the files that can be sent, at most `room`, and the problem of the first that cannot. */
export function pickFiles(files: readonly File[], room: number): { taken: Picked[]; problem: string | null } {
  const fit = files.filter((file) => file.size > 0 && file.size <= FILE_MAX)
  const large = files.find((file) => file.size > FILE_MAX)
  const empty = files.find((file) => file.size === 0)
  const problem = large
    ? words.chat.tooLarge(large.name, size(FILE_MAX))
    : empty
      ? words.chat.emptyFile(empty.name)
      : fit.length > room
        ? words.chat.tooManyFiles(ATTACHMENTS_MAX)
        : null
  return { taken: fit.slice(0, room).map((file) => ({ key: newKey(), file })), problem }
}
