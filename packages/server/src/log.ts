import { pino, stdSerializers, type Logger } from 'pino'

export type { Logger }

/**
 * The log: one line of JSON an event, with ids. Whatever is handed to it, no secret leaves it (T15): each finished
 * line, with its errors and bindings, goes through `scrub`.
 */
export function makeLog(write: (line: string) => void = (line) => void process.stdout.write(line)): Logger {
  const options = {
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: toError },
  }
  return pino(options, { write: (line: string) => write(`${scrubLine(line)}\n`) })
}

/** An error without the rows that Postgres quotes in it: they are what customers wrote. */
function toError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail: _detail, where: _where, internalQuery: _query, ...rest } = stdSerializers.err(error)
  return rest
}

/** Names under which a secret may stand. */
const SECRET =
  /pass(?:word|wd|phrase)?$|secret|token|authorization|cookie|credential|signature|api-?_?key|secret_?key|^random$|^previous_?random$/i

function scrubLine(line: string): string {
  try {
    return JSON.stringify(scrubValue(JSON.parse(line)))
  } catch {
    return JSON.stringify({ level: 'error', msg: scrub(line) })
  }
}

function scrubValue(value: unknown): unknown {
  if (typeof value === 'string') return scrub(value)
  if (Array.isArray(value)) return value.map(scrubValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (SECRET.test(key) && inner !== null && typeof inner !== 'boolean') return [key, '…'] // guard T15
      return [key, scrubValue(inner)]
    }),
  )
}

/** A text without what must not be read by those who read logs. */
export function scrub(text: string): string {
  let clean = text
  for (const [pattern, put] of PATTERNS) clean = clean.replace(pattern, put) // guard T15
  return clean
}

/** How secrets look wherever they stand: in an address, in an error's message, in a body that is quoted. */
const PATTERNS: [RegExp, string][] = [
  // A channel address: its public id may be told, the random string never, whatever stands behind it (A1).
  [/\/[A-Za-z0-9]{32}(?![A-Za-z0-9])/g, '/…'],
  // A bot's token is the last part of the address that its provider posts to.
  [/\/bot\/(webhooks|providers)\/([^/\s"?]+)\/[^\s"?\\]+/g, '/bot/$1/$2/…'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/\bwhsec_[\w+/=-]+/g, 'whsec_…'],
  [/\bdeskbell_[A-Za-z0-9]{20,}/g, 'deskbell_…'],
  [/\bdeskbell=[^;\s"]+/g, 'deskbell=…'],
  [/\$argon2id\$[^\s"]+/g, '$$argon2id…'],
  // User name and password of an address.
  [/:\/\/[^\s/?#"@]*@/g, '://…@'],
  // name=value in addresses, "name":"value" in quoted bodies.
  [
    /([\w-]*(?:password|passwd|secret|token|api_?key|signature|credential|[?&](?:key|sig|auth))[\w-]*(?:\\*["'])?\s*[=:]\s*(?:\\*["'])?)[^\s"'\\&,;}]+/gi,
    '$1…',
  ],
]
