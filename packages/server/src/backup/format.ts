import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { Strict } from '@deskbell/protocol/shapes'

/**
 * A backup is a tar archive, compressed with Zstandard and, on request, encrypted in the format of age. Its entries, in this order:
 *
 *   backup.json      a BackupHead
 *   secret.key       the key of DATA_DIR, where there is one
 *   db/<table>/<n>   rows of a table, as `copy … to stdout` writes them
 *   files/<name>     files of chats, with their previews
 *   end.json         a BackupEnd
 */
export const FORMAT = 1
export const HEAD = 'backup.json'
export const KEY = 'secret.key'
export const END = 'end.json'

const Table = Strict({ name: Type.String(), columns: Type.Array(Type.String()) })

export const BackupHead = Strict({
  format: Type.Literal(FORMAT),
  version: Type.String({ description: 'the version of Deskbell that wrote it' }),
  migration: Type.Integer({ description: 'the newest migration of the database' }),
  at: Type.Integer({ description: 'the time that it shows (ms)' }),
  tables: Type.Array(Table),
  /** Where the numbers of identity columns go on. */
  next: Type.Array(Strict({ table: Type.String(), column: Type.String(), value: Type.String() })),
})
export type BackupHead = Static<typeof BackupHead>
export type BackupTable = Static<typeof Table>

export const BackupEnd = Strict({
  rows: Type.Record(Type.String(), Type.Integer(), { description: 'of each table' }),
  files: Type.Integer(),
  bytes: Type.Integer({ description: 'of all files' }),
  digest: Type.String({ description: 'SHA-256 of the names and contents of all entries before this one, in hex' }),
})
export type BackupEnd = Static<typeof BackupEnd>

const [isHead, isEnd] = [Compile(BackupHead), Compile(BackupEnd)]

/** Undefined: this version cannot read it. */
export const toHead = (text: string): BackupHead | undefined => check(text, isHead)
export const toEnd = (text: string): BackupEnd | undefined => check(text, isEnd)

function check<T>(text: string, schema: { Check(value: unknown): value is T }): T | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return schema.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A backup cannot be made or restored. The message is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly forOperator = true
}
