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

/** Of a request that begins a dialog: its To has no tag yet. */
export const begins = (text: string): boolean =>
  text.startsWith('INVITE ') && !/^(?:To|t)[ \t]*:[^\r\n]*;[ \t]*tag=/im.test(headersOf(text))

export const callIdOf = (text: string): string | undefined =>
  /^(?:Call-ID|i)[ \t]*:[ \t]*(\S+)/im.exec(headersOf(text))?.[1]

/** The request that takes an INVITE back (RFC 3261 9.1), also when another process sends it. */
export function cancelOf(invite: string): string {
  const head = headersOf(invite)
  const target = /^INVITE (\S+)/.exec(head)?.[1] ?? ''
  const [, number = '1'] = /^CSeq[ \t]*:[ \t]*(\d+)/im.exec(head) ?? []
  const kept = head.split('\r\n').filter((line) => /^(?:Route|From|f|To|t|Call-ID|i)[ \t]*:/i.test(line))
  const via = head.split('\r\n').find((line) => /^(?:Via|v)[ \t]*:/i.test(line)) ?? ''
  const lines = [`CANCEL ${target} SIP/2.0`, via, 'Max-Forwards: 69', ...kept, `CSeq: ${number} CANCEL`]
  return [...lines, 'Content-Length: 0', '', ''].join('\r\n')
}

function headersOf(text: string): string {
  const end = text.indexOf('\r\n\r\n')
  return end < 0 ? text : text.slice(0, end)
}
