import './parts/server-url.ts'
import { startTestServer, tokenOf, ANN, type TestServer } from '../packages/server/test/test-server.ts'
import { inMs, print, quantile, type Row } from './parts/figures.ts'
import { fillFound, makeVocabulary, type Vocabulary } from './parts/found-history.ts'

/**
 * How long one key press in the search takes, from the request to the whole answer, with 100 000 chats: names and words
 * of messages are typed letter by letter, common ones and rare ones.
 */
const CHATS = Number(process.env['CHATS'] ?? 100_000)
const OPEN = CHATS / 20
const QUERIES = 60
const MOST = 50

async function ask(server: TestServer, q: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${server.url}/api/search?q=${encodeURIComponent(q)}`, {
    headers: { authorization: `Bearer ${tokenOf(ANN)}` },
  })
  await answer.text()
  if (answer.status !== 200) throw new Error(`the search was answered ${answer.status}`)
  return performance.now() - begun
}

/** What an agent types, one key after the other. */
function* typed({ names, words, pick }: Vocabulary): Generator<string> {
  for (let i = 0; i < QUERIES; i++) {
    const name = names[Math.floor((i / QUERIES) * names.length)] ?? ''
    const wanted =
      [name, `${pick()} ${pick()}`, words[Math.floor((i / QUERIES) ** 3 * words.length)] ?? ''][i % 3] ?? ''
    for (let length = 1; length <= wanted.length; length++) yield wanted.slice(0, length)
  }
}

async function measure(kind: 'embedded' | 'server'): Promise<Row> {
  const server = await startTestServer({ kind })
  try {
    const vocabulary = makeVocabulary()
    const begun = performance.now()
    await fillFound(server.services.db, vocabulary, { chats: CHATS, open: OPEN })
    console.log(`${kind}: ${CHATS} chats were written in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    for (const q of ['a', 'warm', 'up']) await ask(server, q)
    const times: { q: string; ms: number }[] = []
    for (const q of typed(vocabulary)) times.push({ q, ms: await ask(server, q) })
    const slow = times.toSorted((a, b) => b.ms - a.ms).slice(0, 8)
    console.log(slow.map(({ q, ms }) => `${q}: ${inMs(ms)}`).join(', '))
    const all = times.map(({ ms }) => ms)
    const p95 = quantile(all, 0.95)
    return {
      question: `One key press of a search in ${CHATS.toLocaleString('en')} chats, p95 (${kind === 'server' ? 'Postgres' : 'PGlite'})`,
      measured: `${all.length} key presses, p50 ${inMs(quantile(all, 0.5))}, p99 ${inMs(quantile(all, 0.99))}`,
      value: p95,
      unit: 'ms',
      most: MOST,
    }
  } finally {
    await server.close()
  }
}

const kinds = (process.env['KINDS'] ?? 'server embedded').split(' ') as ('embedded' | 'server')[]
const rows: Row[] = []
for (const kind of kinds) rows.push(await measure(kind))
print('find', rows)
process.exit(0)
