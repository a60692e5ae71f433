/** What of a SIP message (RFC 3261) its transport goes by. */
export interface SipHead {
  /** Of an answer; 0: it is a request. */
  readonly status: number
  readonly method: string
  /** Of the transaction: its branch. */
  readonly branch: string
}

const STATUS = /^SIP\/2\.0 (\d{3})/
const METHOD = /^CSeq[ \t]*:[ \t]*\d+[ \t]+(\w+)/im
const BRANCH = /^(?:Via|v)[ \t]*:[^\r\n]*;[ \t]*branch=([^;,\s]+)/im

/** Undefined: it is no SIP message with a transaction. */
export function headOf(text: string): SipHead | undefined {
  const end = text.indexOf('\r\n\r\n')
  const head = end < 0 ? text : text.slice(0, end)
  const method = METHOD.exec(head)?.[1]
  const branch = BRANCH.exec(head)?.[1]
  if (method === undefined || branch === undefined) return undefined
  return { status: Number(STATUS.exec(head)?.[1] ?? 0), method: method.toUpperCase(), branch }
}
