import { pino, stdSerializers, type Logger } from 'pino'

export type { Logger }

/**
 * The log: one line of JSON per event, with ids. No secret is logged (T15): each finished line, with its errors and
 * bindings, goes through `scrub`.
 */
export function makeLog(write: (line: string) => void = (line) => void process.stdout.write(line)): Logger {
  const options = {
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: toError },
  }
  return pino(options, { write: (line: string) => write(`${scrubLine(line)}\n`) })
}

/** An error without the rows that Postgres quotes in it, which contain visitors' texts. */
function toError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail: _detail, where: _where, internalQuery: _query, ...rest } = stdSerializers.err(error)
  return rest
}

/** Names of fields that may contain secrets. */
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

/** Removes from a text what readers of logs must not see. Takes time linear in its length (T30). */
export function scrub(text: string): string {
  let clean = text
  for (const [pattern, put] of PATTERNS) clean = clean.replace(pattern, put) // guard T15
  clean = scrubNamed(clean) // guard T15
  return clean
}

/** Secrets that are recognizable anywhere: in an address, an error message or a quoted body. */
const PATTERNS: [RegExp, string][] = [
  // A channel address: its public id is kept, the random part is removed, whatever follows it (A1).
  [/\/[A-Za-z0-9]{32}(?![A-Za-z0-9])/g, '/…'],
  // A bot's token is the last part of the address that its provider posts to.
  [/\/bot\/(webhooks|providers)\/([^/\s"?]+)\/[^\s"?\\]+/g, '/bot/$1/$2/…'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/\bwhsec_[\w+/=-]+/g, 'whsec_…'],
  [/\bdeskbell_[A-Za-z0-9]{20,}/g, 'deskbell_…'],
  [/\bdeskbell=[^;\s"]+/g, 'deskbell=…'],
  [/\$argon2id\$[^\s"]+/g, '$$argon2id…'],
  // User name and password in an address.
  [/:\/\/[^\s/?#"@]*@/g, '://…@'],
]

const NAME = /[\w-]+/g
const SECRET_NAME = /password|passwd|secret|token|api_?key|signature|credential/i
/** Names that hold a secret only in a query: `?key=…`. */
const IN_QUERY = /^(?:key|sig|auth)/i
/** The separator between a name and its value, and the value. */
const VALUE = /((?:\\*["'])?\s*[=:]\s*(?:\\*["'])?)[^\s"'\\&,;}]+/y

/**
 * Hides the value of name=value in addresses and of "name":"value" in quoted bodies. Each name is examined once: one
 * pattern for name and value together would examine a long word from each of its letters (T30).
 */
function scrubNamed(text: string): string {
  let clean = ''
  let done = 0
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const inQuery = '?&'.includes(text.charAt(index - 1) || ' ') && IN_QUERY.test(name)
    if (index < done || !(inQuery || SECRET_NAME.test(name))) continue
    VALUE.lastIndex = index + name.length
    const found = VALUE.exec(text)
    if (!found) continue
    clean += `${text.slice(done, index)}${name}${found[1]}…`
    done = VALUE.lastIndex
  }
  return clean + text.slice(done)
}

/** Logs a fault of background work as a warning. */
export function warning(log: Pick<Logger, 'warn'>, message: string): (error: unknown) => void {
  return (error) => log.warn({ err: error }, message)
}
