import pg from 'pg'

/** Column types by their number in Postgres's catalog. */
const INT8 = 20
const NUMERIC = 1700
const TIMESTAMPTZ = 1184
const DATE = 1082
const TIMESTAMP = 1114
const TEXT_ARRAY: number = 1009
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231
const TIMESTAMPTZ_ARRAY = 1185

type Read = (text: string) => unknown

const asText: Read = (text) => text

const readTexts: (text: string) => unknown = pg.types.getTypeParser(TEXT_ARRAY, 'text')

/** Reads a possibly nested array, element by element. */
const eachOf = (read: Read): Read => {
  const readElement = (element: unknown): unknown => {
    if (Array.isArray(element)) return element.map(readElement)
    return typeof element === 'string' ? read(element) : null
  }
  return (text) => readElement(readTexts(text))
}

const readers = new Map<number, Read>([
  [INT8, Number],
  [NUMERIC, Number],
  [TIMESTAMPTZ, readTime],
  // Days and wall-clock times are not instants; a query that needs one must name the time zone.
  [DATE, asText],
  [TIMESTAMP, asText],
  [INT8_ARRAY, eachOf(Number)],
  [NUMERIC_ARRAY, eachOf(Number)],
  [TIMESTAMPTZ_ARRAY, eachOf(readTime)],
])

/** The reader of a column type: int8 and numeric as numbers, times as milliseconds, JSON parsed. */
export function readerOf(type: number): Read {
  return readers.get(type) ?? pg.types.getTypeParser(type, 'text')
}

const TIME = /^(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/

/** Parses a timestamptz of Postgres to milliseconds since the epoch; finer digits are cut off. */
export function readTime(text: string): number {
  if (text === 'infinity') return Infinity
  if (text === '-infinity') return -Infinity
  const parts = TIME.exec(text)
  if (!parts) throw new Error(`not a time of this era: ${text}`)
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = '',
    sign,
    offsetHour,
    offsetMinute = 0,
    offsetSecond = 0,
  ] = parts
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const offset = (Number(offsetHour) * 3600 + Number(offsetMinute) * 60 + Number(offsetSecond)) * 1000
  return wall + Number(fraction.padEnd(3, '0')) - (sign === '-' ? -offset : offset)
}

/**
 * Encodes a value for Postgres: text, or bytes for bytea. Throws for values without a sensible form, before anything is
 * sent.
 */
export function writeValue(value: unknown): string | Buffer | null {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'undefined':
      return null
    case 'object':
      if (value === null) return null
      if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      if (value instanceof Date) return value.toISOString()
      if (Array.isArray(value)) return writeArray(value)
      return JSON.stringify(value)
    default:
      throw new TypeError(`a ${typeof value} cannot be sent to the database`)
  }
}

/** Postgres's array literal: text is quoted, so that none of it is read as syntax or NULL. */
function writeArray(values: readonly unknown[]): string {
  let literal = '{'
  for (const [index, value] of values.entries()) {
    if (index > 0) literal += ','
    literal += Array.isArray(value) ? writeArray(value) : writeElement(value)
  }
  return `${literal}}`
}

function writeElement(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const written = writeValue(value)
  if (written === null) return 'NULL'
  if (typeof written !== 'string') return `"\\\\x${written.toString('hex')}"`
  if (!written.includes('"') && !written.includes('\\')) return `"${written}"`
  return `"${written.replace(/[\\"]/g, '\\$&')}"`
}
