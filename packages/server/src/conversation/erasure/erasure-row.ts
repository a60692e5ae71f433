/** A row of `erasure`. */
export interface ErasureRow {
  account_id: number
  id: number
  channel_id: number
  visitor_number: number
  /** The visitor is erased with the chats. */
  whole: boolean
  chats: number[]
  /** The name of the step under way. */
  step: string
  /** The position of the step `entries`: the index in `chats`, and the last entry processed. */
  place: number
  after: number
  done: number
  total: number
  files: number
  finished_at: number | null
}
