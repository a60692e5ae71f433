/**
 * Markdown with exactly three constructs: link, bold, italic (B18). All other characters are text. Marks of two
 * constructs that overlap, marks without a closing mark, and links that `toHref` refuses are text too.
 */

export type MarkdownNode =
  | string
  | { type: 'strong' | 'em'; children: MarkdownNode[] }
  | { type: 'link'; href: string; children: MarkdownNode[] }

/** A run of one to three `*` or `_`, and whether it can open or close at its position. */
interface Mark {
  sign: string
  size: number
  opens: boolean
  closes: boolean
}

/** Marks that were opened, and the nodes since. */
interface Open {
  sign: string
  size: number
  nodes: MarkdownNode[]
}

const SPECIAL = /\\[*_[\]\\]|\*+|_+|[[\]]/g
/** Paragraphs: no construct extends over an empty line, which limits the effect of an unclosed mark. */
const EMPTY_LINE = /(\n[ \t\r]*\n)/
const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}]$/u
const BEGINS_WORD = /^[\p{L}\p{N}\p{M}]/u
const VISIBLE = /[^\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
/** Marks that may be open at a time. Each is at most bold and italic in one, so this bounds how deep a tree is. */
const MOST_OPEN = 8

export function parseMarkdown(content: string): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  for (const paragraph of content.split(EMPTY_LINE)) appendAll(nodes, toNodes(findLinks(paragraph)))
  return nodes
}

/** Links are parsed before marks, because characters in an address are not marks. A label becomes nodes at once. */
function findLinks(text: string): (MarkdownNode | Mark)[] {
  let parts: (MarkdownNode | Mark)[] = []
  let brackets: number[] = []
  let done = 0
  const special = new RegExp(SPECIAL)
  for (let match = special.exec(text); match; match = special.exec(text)) {
    const [found] = match
    parts.push(text.slice(done, match.index))
    done = special.lastIndex
    if (found.startsWith('\\')) parts.push(found.slice(1))
    else if (found === '[') brackets.push(parts.push(found) - 1)
    else if (found !== ']') parts.push(toMark(text, match.index, found))
    else {
      const from = brackets.pop()
      const address = from === undefined ? undefined : readAddress(text, done)
      if (from === undefined || !address) {
        parts.push(found)
        continue
      }
      const href = toHref(address.written)
      const label = href === undefined ? [] : toNodes(parts.slice(from + 1))
      special.lastIndex = address.end
      if (href !== undefined && VISIBLE.test(textOf(label))) {
        parts.length = from
        parts.push({ type: 'link', href, children: label })
        // A link cannot contain a link: brackets opened before this one can no longer become a link.
        brackets = []
      } else parts.push(text.slice(match.index, address.end))
      done = address.end
    }
  }
  parts.push(text.slice(done))
  return parts
}

/**
 * The address in round brackets at `at`; round brackets inside it come in pairs. It ends before the beginning of
 * another one, so that the parser reads every character once (T30).
 */
function readAddress(text: string, at: number): { written: string; end: number } | undefined {
  if (text[at] !== '(') return undefined
  let depth = 0
  for (let i = at; i < text.length; i++) {
    const character = text[i]!
    if (/\s/.test(character) || text.startsWith('](', i)) return undefined
    if (character === '(') depth++
    else if (character === ')') depth--
    if (depth === 0) return { written: text.slice(at + 1, i).replaceAll(/\\([*_[\]\\])/g, '$1'), end: i + 1 }
  }
  return undefined
}

/**
 * A mark opens before and closes after a character that is not space; `_` in a word and `*` between digits do neither.
 */
function toMark(text: string, at: number, run: string): Mark | string {
  const before = text.slice(Math.max(0, at - 2), at)
  const after = text.slice(at + run.length, at + run.length + 2)
  if (run.length > 3 || (/\p{N}$/u.test(before) && /^\p{N}/u.test(after))) return run
  const isUnderscore = run.startsWith('_')
  return {
    sign: run[0]!,
    size: run.length,
    opens: /^\S/.test(after) && !(isUnderscore && ENDS_IN_WORD.test(before)),
    closes: /\S$/.test(before) && !(isUnderscore && BEGINS_WORD.test(after)),
  }
}

/** Pairs the marks. The first element of `stack` is not a mark; it has the finished nodes. */
function toNodes(parts: (MarkdownNode | Mark)[]): MarkdownNode[] {
  const done: Open = { sign: '', size: 0, nodes: [] }
  const stack = [done]
  for (const part of parts) {
    if (typeof part === 'string' || 'type' in part) {
      append(stack.at(-1)!.nodes, part)
      continue
    }
    const left = part.closes ? close(stack, part) : part.size
    if (left === 0) continue
    if (part.opens) stack.push({ sign: part.sign, size: left, nodes: [] })
    else append(stack.at(-1)!.nodes, part.sign.repeat(left))
    if (stack.length > 1 + MOST_OPEN) unmark(stack, 1) // guard T4 T30
  }
  while (stack.length > 1) unmark(stack, stack.length - 1)
  return done.nodes
}

/** Closes what the mark closes, innermost first. Returns how many of its signs are left. */
function close(stack: Open[], { sign, size }: Mark): number {
  let left = size
  while (left > 0) {
    const fits = (open: Open) => open.sign === sign && (open.size === left || open.size === 3 || left === 3)
    const at = stack.findLastIndex(fits)
    if (at === -1) break
    while (stack.length > at + 1) unmark(stack, stack.length - 1)
    const open = stack[at]!
    const used = Math.min(open.size, left)
    if (used !== 1) open.nodes = [{ type: 'strong', children: open.nodes }]
    if (used !== 2) open.nodes = [{ type: 'em', children: open.nodes }]
    open.size -= used
    left -= used
    if (open.size === 0) unmark(stack, at)
  }
  return left
}

/** Removes the open mark at `at`: the rest of its characters becomes text. */
function unmark(stack: Open[], at: number): void {
  const [open] = stack.splice(at, 1)
  const outer = stack[at - 1]!.nodes
  append(outer, open!.sign.repeat(open!.size))
  appendAll(outer, open!.nodes)
}

function append(nodes: MarkdownNode[], node: MarkdownNode): void {
  const last = nodes.at(-1)
  if (typeof node !== 'string') nodes.push(node)
  else if (typeof last === 'string') nodes[nodes.length - 1] = last + node
  else if (node !== '') nodes.push(node)
}

function appendAll(nodes: MarkdownNode[], more: MarkdownNode[]): void {
  for (const node of more) append(nodes, node)
}

/** The text of a tree, without the addresses. */
export function textOf(nodes: MarkdownNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')
}

/**
 * Markdown, or its tree, as plain text. A link reads `label (address)`; its label alone when that is the address (A31).
 */
export function markdownToPlain(given: string | MarkdownNode[]): string {
  const nodes = typeof given === 'string' ? parseMarkdown(given) : given
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.type !== 'link') return markdownToPlain(node.children)
      const label = textOf(node.children)
      return saysWhere(label, node.href) ? label.replace(HOSTLESS, '') : `${label} (${toShown(node.href)})`
    })
    .join('')
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Schemes without a host, which labels usually omit. */
const HOSTLESS = /^(?:mailto|tel):/i
const LONGEST = 2048
/** Characters that an address parser would drop or replace, and characters that reverse or hide text. */
const TRICKS = /[\\\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u

/** The target of a link with this address; undefined: no link is made. The scheme is checked after parsing (T2). */
export function toHref(address: string): string | undefined {
  if (address.length > LONGEST || TRICKS.test(address)) return undefined
  // Safari before 18 has no URL.parse.
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (!SCHEMES.has(url.protocol)) return undefined // guard T2
  return HOSTLESS.test(url.protocol) && url.pathname === '' ? undefined : url.href
}

/** An address as shown to readers: a mailbox and a telephone number without scheme and parameters. */
function toShown(href: string): string {
  return HOSTLESS.test(href) ? new URL(href).pathname : href.replace(/^(https?:\/\/[^/]+)\/$/, '$1')
}

/**
 * Whether a label equals the address of its link, except for the scheme. A host in other letters than ASCII, or behind
 * a user name, does not count as equal: both can look like another host (T7).
 */
export function saysWhere(label: string, href: string): boolean {
  const url = new URL(href)
  if (url.protocol === 'mailto:') return label.replace(HOSTLESS, '') === url.pathname
  if (url.protocol === 'tel:') return toDialled(label.replace(HOSTLESS, '')) === toDialled(url.pathname)
  const origin = `${url.protocol}//${url.host}`
  const whole = /^https?:\/\//i.test(label) ? label : `${url.protocol}//${label}`
  return whole.toLowerCase().startsWith(origin) && toHref(whole) === href
}

function toDialled(number: string): string {
  return number.replaceAll(/[\s().-]/g, '')
}
