/** The request of a curl command; `body` undefined: no body. */
export type CurlRequest = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Control characters, which a terminal treats as keys even within quotes; line ends are excepted. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/
/** Linux limits one argument to 128 KiB; longer bodies go through a pipe. */
const ARGUMENT_MAX = 100_000

/** Quotes any text as one argument for sh, bash and zsh: single quotes suspend all special characters. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * A request as a shell command with the same method, address, headers and bytes of the body. `notes` precede it as
 * arguments of the no-op command `:`, because interactive zsh has no comments.
 */
export function toCurl({ method, url, headers, body }: CurlRequest, notes: readonly string[] = []): string {
  const options = [`--request ${quoted(inLine(method))}`, `--url ${quoted(toAddress(url))}`]
  for (const [name, value] of Object.entries(headers)) {
    if (!TOKEN.test(name)) continue
    // curl omits a header without a value unless it is written with a semicolon.
    const said = inLine(value).trim()
    options.push(`--header ${quoted(said === '' ? `${name};` : `${name}: ${said}`)}`)
  }
  const piped = body !== undefined && (CONTROL.test(body) || new Blob([body]).size > ARGUMENT_MAX)
  if (body !== undefined) {
    // Without a content type curl sends a form type.
    if (!Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')) {
      options.push(`--header ${quoted('content-type:')}`)
    }
    options.push(piped ? '--data-binary @-' : `--data-raw ${quoted(body)}`)
  }
  const source = piped ? `printf ${quoted(toFormat(body))} | ` : ''
  const command = `${source}curl --globoff ${options.join(' \\\n  ')}`
  return [...notes.map((note) => `: ${quoted(inLine(note))}`), command].join('\n')
}

const inLine = (text: string): string => text.replaceAll(new RegExp(`${CONTROL.source}|\\n`, 'g'), ' ')

const toAddress = (url: string): string =>
  url.replaceAll(new RegExp(`${CONTROL.source}|[\\n ]`, 'g'), (character) => encodeURIComponent(character))

/** A printf format with control characters in octal. */
const toFormat = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll(new RegExp(CONTROL.source, 'g'), (character) =>
      [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    )
