/** Characters of one line. */
const LINE_MOST = 256 * 1024

/** Server-sent events: the data of each, from bytes that may be divided anywhere, even within a character. */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of readLines(bytes)) {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''))
    // Comments, which begin with a colon, and fields such as event and id are ignored.
    if (line !== '' || data.length === 0) continue
    yield data.join('\n')
    data = []
  }
  // Some servers disconnect without the empty line that ends the last event.
  if (data.length > 0) yield data.join('\n')
}

/** Lines end with CR, LF or both. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    // A CR at the very end may be the first half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > LINE_MOST) throw new Error('A line of the stream has no end.')
    yield* lines
  }
  yield* (rest + decoder.decode()).split(/\r\n|\n|\r/)
}
