/** Indented JSON; any other text unchanged. Numbers keep their digits. */
export function pretty(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null) return body
  } catch {
    return body
  }
  return indented(body)
}

/** Indents without parsing numbers, which may exceed JavaScript's precision (A8). `json` is known to be valid. */
function indented(json: string): string {
  let out = ''
  let depth = 0
  let inText = false
  const line = () => `\n${'  '.repeat(depth)}`
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]!
    if (inText) {
      out += character
      if (character === '\\') out += json[(at += 1)] ?? ''
      else if (character === '"') inText = false
    } else if (character === '"') {
      inText = true
      out += character
    } else if (character === '{' || character === '[') {
      const next = json.slice(at + 1).match(/^\s*([}\]])/)
      if (next) {
        out += character + next[1]!
        at += next[0].length
      } else {
        depth += 1
        out += character + line()
      }
    } else if (character === '}' || character === ']') {
      depth -= 1
      out += line() + character
    } else if (character === ',') out += character + line()
    else if (character === ':') out += ': '
    else if (!/\s/.test(character)) out += character
  }
  return out
}
