/** The values that a test record may have. */
type Value = string | number | readonly Value[] | { readonly [field: string]: Value }
type Node = [Child, Child]
type Child = Node | { readonly record: Value } | undefined

const MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/** The bytes of an MMDB file with these records: `{ '81.2.69.0/24': { city: … } }`. With IPv6, IPv4 is below ::/96. */
export function toMmdb(records: Readonly<Record<string, Value>>, { ipVersion = 6 } = {}): Buffer {
  const root: Node = [undefined, undefined]
  for (const [range, record] of Object.entries(records)) insert(root, bitsOf(range, ipVersion), record)
  const nodes: Node[] = [root]
  for (const node of nodes) for (const child of node) if (Array.isArray(child)) nodes.push(child as Node)
  const data: Buffer[] = []
  let length = 0
  const pointerOf = (child: Child): number => {
    if (child === undefined) return nodes.length
    if (Array.isArray(child)) return nodes.indexOf(child as Node)
    const pointer = nodes.length + 16 + length
    const bytes = encode((child as { record: Value }).record)
    data.push(bytes)
    length += bytes.length
    return pointer
  }
  const tree = Buffer.concat(
    nodes.map((node) => {
      const bytes = Buffer.alloc(6)
      node.forEach((child, side) => bytes.writeUIntBE(pointerOf(child), side * 3, 3))
      return bytes
    }),
  )
  const about = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test-City',
    description: { en: 'for tests' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  }
  return Buffer.concat([tree, Buffer.alloc(16), ...data, MARK, encode(about)])
}

/** The bits of a range, from the root. */
function bitsOf(range: string, ipVersion: number): number[] {
  const [address = '', length = ''] = range.split('/')
  const isOld = !address.includes(':')
  const bits = isOld
    ? address.split('.').flatMap((part) => [...Number(part).toString(2).padStart(8, '0')])
    : widened(address).flatMap((part) => [...Number.parseInt(part, 16).toString(2).padStart(16, '0')])
  const below = isOld && ipVersion === 6 ? Array.from<number>({ length: 96 }).fill(0) : []
  return [...below, ...bits.slice(0, Number(length)).map(Number)]
}

function widened(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const [before, after] = [head.split(':'), tail ? tail.split(':') : []]
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from<string>({ length: missing }).fill('0'), ...after]
}

function insert(root: Node, bits: readonly number[], record: Value): void {
  let node = root
  for (const bit of bits.slice(0, -1)) {
    const child = node[bit]
    const next: Node = Array.isArray(child) ? (child as Node) : [undefined, undefined]
    node[bit] = next
    node = next
  }
  node[bits.at(-1) ?? 0] = { record }
}

const TYPES = { text: 2, double: 3, uint32: 6, map: 7 }
/** The extended type of an array: 11 less the seven basic types. */
const ARRAY = 4

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([control(TYPES.text, bytes.length), bytes])
  }
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(TYPES.uint32, 4), bytes])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value)
    return Buffer.concat([control(TYPES.double, 8), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.of(value.length, ARRAY), ...value.map(encode)])
  const fields = Object.entries(value as { readonly [field: string]: Value })
  return Buffer.concat([control(TYPES.map, fields.length), ...fields.flatMap(([k, v]) => [encode(k), encode(v)])])
}

/** Type and size before a value; sizes up to 284. */
function control(type: number, size: number): Buffer {
  return size < 29 ? Buffer.of((type << 5) | size) : Buffer.of((type << 5) | 29, size - 29)
}
