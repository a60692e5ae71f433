import { FILE_MAX } from '@deskbell/protocol/limits'
import { size } from '../text/size.ts'
import { words } from '../words/index.ts'
import { newKey } from '../runtime.ts'

export type Picked = { key: string; file: File }

/** Returns the files that can be sent, and the problem of the first that cannot. */
export function pickFiles(files: readonly File[]): { taken: Picked[]; problem: string | null } {
  const large = files.find((file) => file.size > FILE_MAX)
  const empty = files.find((file) => file.size === 0)
  const problem = large
    ? words.chat.tooLarge(large.name, size(FILE_MAX))
    : empty
      ? words.chat.emptyFile(empty.name)
      : null
  const fit = files.filter((file) => file.size > 0 && file.size <= FILE_MAX)
  return { taken: fit.map((file) => ({ key: newKey(), file })), problem }
}
