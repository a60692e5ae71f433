/** What a curl command is made of; `body` undefined: the request has none. */
export type CurlRequest = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** What a terminal takes for a key that was pressed, also within quotes: all controls but the end of a line. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/
/** What Linux takes as one argument is 128 KiB; longer bodies go through a pipe. */
const ARGUMENT_MAX = 100_000

/** One argument for sh, bash and zsh, whatever is in it: nothing within single quotes means anything to them. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * A request as a command that is pasted into a shell: the same method, address, headers and bytes of the body. `notes` are
 * said before it by a command that does nothing, since interactive zsh does not know comments.
 */
export function toCurl({ method, url, headers, body }: CurlRequest, notes: readonly string[] = []): string {
  const options = [`--request ${quoted(inLine(method))}`, `--url ${quoted(toAddress(url))}`]
  for (const [name, value] of Object.entries(headers)) {
    if (!TOKEN.test(name)) continue
    // A header without a value is written with a semicolon: with a colon curl would leave it out.
    const said = inLine(value).trim()
    options.push(`--header ${quoted(said === '' ? `${name};` : `${name}: ${said}`)}`)
  }
  const piped = body !== undefined && (CONTROL.test(body) || new Blob([body]).size > ARGUMENT_MAX)
  if (body !== undefined) {
    // curl would call it a form.
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

/** As the format of printf: what a terminal would take for a key stands in octal. */
const toFormat = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll(new RegExp(CONTROL.source, 'g'), (character) =>
      [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    )
