import type { CannedFile } from '@deskbell/protocol/agent/canned'
import { ATTACHMENTS_MAX, FILE_MAX } from '@deskbell/protocol/limits'
import type { PendingFile, ServerFile } from '../live/pending-messages.ts'
import { size } from '../text/size.ts'
import { words } from '../words/index.ts'
import { newKey } from '../runtime.ts'

/**
 * A file that is sent with the next message: from this machine, or of a canned answer; `upload`: the chat has it already,
 * from a message that was taken back.
 */
export type Picked = { key: string } & (
  | { file: File; canned?: never; upload?: never }
  | { canned: ServerFile; upload?: string; file?: never }
)

/** The files of a message that was taken back. */
export const pickBack = (files: readonly ServerFile[]): Picked[] =>
  files.map((canned) => ({ key: newKey(), canned, upload: canned.file }))

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

/** Returns the files of a canned answer that are not picked yet, at most as many as fit into the message. */
export function pickCanned(
  files: readonly CannedFile[],
  picked: readonly Picked[],
): { taken: Picked[]; problem: string | null } {
  const more = files.filter(({ file }) => !picked.some(({ canned }) => canned?.file === file))
  const room = ATTACHMENTS_MAX - picked.length
  const taken = more.slice(0, room).map((canned) => ({ key: newKey(), canned }))
  return { taken, problem: more.length > room ? words.chat.tooManyFiles(ATTACHMENTS_MAX) : null }
}

/** The file as the message that is sent keeps it. */
export const toPending = ({ file, canned, upload }: Picked): PendingFile =>
  canned
    ? { canned, name: canned.name, type: canned.mime, ...(upload !== undefined && { upload }) }
    : { blob: file, name: file.name, type: file.type }
