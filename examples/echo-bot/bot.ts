// A bot that repeats messages, using only Node. To start it, see README.md.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

const { TOKEN, PROVIDER_ID = 'echo', BOT_URL = 'http://localhost:4000/bot', PORT = '5001', HOST } = process.env
if (!TOKEN) throw new Error('TOKEN is not set: README.md says how to start this bot.')
type Heard = { event: string; id: string; client_id: string; chat_id: string; message: Message }
type Message = { type: string; text: string; button_id?: string; timestamp: number }

/** The answer to an event; undefined for unknown events. */
function answerTo({ event, message }: Heard): { event: string; message?: object } | undefined {
  const say = (type: string, text: string, more?: object) => {
    return { event: 'BOT_MESSAGE', message: { type, text, ...more, timestamp: message?.timestamp ?? 0 } }
  }
  if (event === 'AGENT_UNAVAILABLE') return say('TEXT', 'No agent is available right now. What is your e-mail address?')
  if (event !== 'CLIENT_MESSAGE') return undefined
  const wish = message.button_id ?? message.text.trim().toLowerCase()
  const buttons = ['Who', 'Agent'].map((text) => ({ id: text.toLowerCase(), text }))
  if (wish === 'help') return say('BUTTONS', 'Who or agent?', { title: 'What would you like to know?', buttons })
  if (wish === 'who') return say('MARKDOWN', 'I only repeat.', { content: 'I **only** repeat.' })
  return wish === 'agent' ? { event: 'INVITE_AGENT' } : say('TEXT', message.text)
}

/** The event's id is the key of the answer: an event or answer that is sent twice is shown once (B5). */
async function send({ id, client_id, chat_id }: Heard, answer: object | undefined): Promise<void> {
  if (!answer) return
  const body = JSON.stringify({ ...answer, id, client_id, chat_id })
  const headers = { 'content-type': 'application/json', 'idempotency-key': id }
  const init = () => ({ method: 'POST', headers, body, signal: AbortSignal.timeout(4000) })
  const post = () => fetch(`${BOT_URL}/webhooks/${PROVIDER_ID}/${TOKEN}`, init())
  const first = await post().catch(() => undefined)
  const last = first && first.status < 429 ? first : await wait(1000).then(post)
  if (!last.ok) console.error(last.status, await last.text())
}

const hash = (text = '') => createHash('sha256').update(text).digest()
let work = Promise.resolve()
createServer((request, response) => {
  // Compares hashes, because the time of comparing the texts would reveal how much of a guess is right.
  if (!timingSafeEqual(hash(request.url), hash(`/desk/${TOKEN}`))) return void response.writeHead(404).end()
  const taken = json(request).then((heard) => {
    response.writeHead(200).end()
    // After the 200, and one after the other, so that answers keep their order.
    work = work.then(() => send(heard as Heard, answerTo(heard as Heard))).catch(console.error)
  })
  taken.catch(() => void response.writeHead(400).end())
}).listen(Number(PORT), HOST ?? '127.0.0.1', () => console.log(`Provider URL: http://localhost:${PORT}/desk`))
