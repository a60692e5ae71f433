import fc from 'fast-check'

type Path = readonly (string | number)[]

/** One change of a JSON body: of the value at some place of it, or of its text. */
export type Mutation = { at: number; what: unknown; how: 'put' | 'drop' | 'add' | 'raw' | 'cut' | 'twice' }

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...[{ $gt: '' }, {}, [], [[]], [{}], true, false, null, -1, 0, -0, 1.5, 1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2],
    ...['', ' ', '0', '-1', '1e400', '٣', "' OR 1=1--", '"; drop table bot; --', '{{7*7}}', '\u0000', '\ud800'],
    ...[
      '__proto__',
      'constructor',
      'toString',
      'x'.repeat(257),
      'x'.repeat(10_001),
      'ﷺ'.repeat(1001),
      '😀'.repeat(300),
    ],
    ...['TEXT', 'MARKDOWN', 'BUTTONS', 'BOT_MESSAGE', 'INVITE_AGENT', 'CLIENT_MESSAGE', '[a](javascript:b)'],
    '**'.repeat(2000),
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
)
/** Texts that are inserted into a body. */
const raw = fc.constantFrom(
  ...[
    '1e400',
    '-',
    '\\u0000',
    '\\ud800',
    '\u0000',
    '\ufeff',
    '{"__proto__":{"polluted":1}}',
    '[['.repeat(40),
    ']',
    '}',
  ],
  ...['"__proto__":{"polluted":1},', '"constructor":{"prototype":{"polluted":1}},', 'NaN', '//', '\u2028', '\ud800'],
)

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({
    at: fc.nat(),
    what: odd,
    how: fc.constantFrom<Mutation['how']>('put', 'put', 'put', 'add', 'drop', 'twice'),
  }),
  fc.record({ at: fc.nat(), what: raw, how: fc.constantFrom<Mutation['how']>('raw', 'cut') }),
)

/** The path of every field and element of a value, and of the whole. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
}

function mutate(body: object, { at, what, how }: Mutation): object {
  const copy = structuredClone(body) as Record<string, unknown>
  const paths = pathsOf(copy).filter((path) => path.length > 0)
  const path = paths[at % paths.length] ?? []
  const last = path.at(-1) ?? ''
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], copy)
  const holder = parent as Record<string | number, unknown>
  if (how === 'put')
    Object.defineProperty(holder, last, { value: what, enumerable: true, configurable: true, writable: true })
  if (how === 'drop') delete holder[last]
  if (how === 'add')
    Object.defineProperty(holder, `${String(last)}_`, { value: what, enumerable: true, configurable: true })
  if (how === 'twice' && Array.isArray(holder)) holder.push(holder[Number(last)])
  return copy
}

/** The body as it is sent; mutations of its text are applied last. */
export function bodyOf(body: object, mutations: readonly Mutation[]): string {
  const value = mutations.reduce<object>(mutate, body)
  return mutations.reduce((text, { at, what, how }) => {
    const place = at % (text.length + 1)
    if (how === 'raw') return text.slice(0, place) + String(what) + text.slice(place)
    if (how === 'cut') return text.slice(0, place)
    return text
  }, JSON.stringify(value))
}
