import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMp3Encoder } from 'wasm-media-encoders'
import { soon } from '../channels/widget/soon.ts'
import { ask, Line } from './provider-line.ts'

export const ACCOUNT = `AC${'a'.repeat(32)}`
export const TOKEN = 'the token of the provider'
/** The number of the account. */
export const DESK = '+4930111111'
/** What recordings have on their sides (Hz), and how long they are (s). */
export const [AGENT_TONE, CLIENT_TONE, SECONDS] = [440, 1000, 2]

export interface Asked {
  readonly method: string
  readonly path: string
  readonly form: URLSearchParams
}

/** How it fails: with a status, or by never answering. */
type Outage = number | 'silent' | undefined

/** A provider that speaks the part of Twilio's REST interface that calls need, and calls back, signed. */
export async function startProvider() {
  const lines: Line[] = []
  const asked: Asked[] = []
  const returned = new Set<Line>()
  const open = new Set<ServerResponse>()
  const removed: string[] = []
  const mp3 = await recordingOf(AGENT_TONE, CLIENT_TONE)
  let outage: Outage
  let keepsRecordings = false
  let keepsAnswers = false
  const of = {
    accountSid: ACCOUNT,
    token: TOKEN,
    moves() {},
    onEnd(line: Line) {
      for (const one of line.recordings) if (!keepsRecordings) void complete(line, one)
    },
  }

  async function complete(line: Line, one: Line['recordings'][number]): Promise<void> {
    one.status = 'completed'
    const fields = { CallSid: line.sid, RecordingSid: one.sid, RecordingStatus: 'completed' }
    await ask(of, one.callback, {
      ...fields,
      RecordingUrl: `${url}/2010-04-01/Accounts/${ACCOUNT}/Recordings/${one.sid}`,
    })
  }

  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    void take(request, response)
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const method = request.method ?? ''
    asked.push({ method, path, form })
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (outage === 'silent') return
    if (outage !== undefined) return answer(outage, { code: 20_500, message: 'An internal error occurred' })
    const expected = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
    if (request.headers.authorization !== expected) return answer(401, { code: 20_003, message: 'Authenticate' })
    const [route = '', query = ''] = path.replace(`/2010-04-01/Accounts/${ACCOUNT}`, '').split('?')
    if (route === '.json') return answer(200, { sid: ACCOUNT, status: 'active' })
    if (route === '/Calls.json' && method === 'POST') return place(form, answer)
    if (route === '/Calls.json') {
      const wanted = new URLSearchParams(query)
      const found = lines.filter(({ to, from }) => to === wanted.get('To') && from === wanted.get('From'))
      return answer(200, { calls: found.toReversed().map(({ shown }) => shown) })
    }
    const recording = /^\/Recordings\/(\w+)\.(mp3|json)$/.exec(route)
    if (recording?.[2] === 'json' && method === 'DELETE') {
      removed.push(recording[1] ?? '')
      return void response.writeHead(204).end()
    }
    if (recording && query === 'RequestedChannels=2')
      return void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(mp3)
    const [, sid, isRecordings] = /^\/Calls\/(\w+)(\/Recordings)?\.json$/.exec(route) ?? []
    const line = lines.find((one) => one.sid === sid)
    if (!line) return answer(404, { code: 20_404, message: 'The requested resource was not found' })
    if (isRecordings) return recordings(line, { method, form }, answer)
    if (method === 'GET') return answer(200, line.shown)
    if (line.isOver) return answer(400, { code: 21_220, message: 'Call is not in-progress' })
    answer(200, line.shown)
    if (form.get('Status') === 'completed') await line.hangUp()
    else await line.do(() => line.follow(form.get('Url') ?? ''))
  }

  function place(form: URLSearchParams, answer: (status: number, body: unknown) => void): void {
    if (!/^\+\d{7,15}$/.test(form.get('To') ?? '')) return answer(400, { code: 21_211, message: 'Invalid To number' })
    const line = new Line(of, form)
    lines.push(line)
    if (!keepsAnswers) answer(201, line.shown)
    void line.do(async () => {
      // What is told of it gets lost like the answer.
      if (keepsAnswers) line.status = 'ringing'
      else for (const status of ['initiated', 'ringing']) await line.tells(status)
    })
  }

  function recordings(
    line: Line,
    { method, form }: { method: string; form: URLSearchParams },
    answer: (status: number, body: unknown) => void,
  ): void {
    if (method === 'POST') {
      line.recordings.push({
        ...{ sid: `RE${randomBytes(16).toString('hex')}`, status: 'in-progress' },
        ...{ callback: form.get('RecordingStatusCallback') ?? '', channels: form.get('RecordingChannels') ?? '' },
      })
      return answer(201, line.recordings.at(-1))
    }
    answer(200, { recordings: line.recordings.map(({ sid, status }) => ({ sid, status })) })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    lines,
    asked,
    removed,
    /** From now on every question fails so; undefined: none does. */
    fails(how: Outage) {
      outage = how
      if (how === undefined) for (const response of open) response.destroy()
    },
    /** Recordings are not ready while it is so. */
    keepsRecordings(on: boolean) {
      keepsRecordings = on
      if (!on) for (const line of lines) if (line.isOver) of.onEnd(line)
    },
    /** Telephones ring, and the answers to the requests for them do not come. */
    keepsAnswers(on: boolean) {
      keepsAnswers = on
    },
    /** The telephone that rings next at this number. */
    async rings(number: string, within = 20_000): Promise<Line> {
      const find = () => lines.find((one) => one.to === number && !returned.has(one) && one.status === 'ringing')
      await soon(() => find() !== undefined, within)
      const line = find()
      if (!line) throw new Error('it rings no more')
      returned.add(line)
      return line
    },
    /** A client calls the number of the account. */
    dials(callbackUrl: string, from: string): Line {
      const line = new Line(of, new URLSearchParams({ To: DESK, From: from, Url: callbackUrl }), true)
      line.status = 'ringing'
      lines.push(line)
      returned.add(line)
      void line.do(() => line.follow(callbackUrl))
      return line
    },
    /** Telephones that ring or talk. */
    open: () => lines.filter(({ isOver }) => !isOver),
    forget() {
      lines.length = 0
      asked.length = 0
    },
    /** A callback, signed. */
    ask: (to: string, fields: Record<string, string>) => ask(of, to, fields),
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
export type Provider = Awaited<ReturnType<typeof startProvider>>

async function recordingOf(left: number, right: number): Promise<Buffer> {
  const rate = 8000
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: rate, channels: 2, bitrate: 32 })
  const tone = (frequency: number) =>
    Float32Array.from({ length: SECONDS * rate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * frequency * at) / rate))
  const begun = Buffer.from(encoder.encode([tone(left), tone(right)]))
  return Buffer.concat([begun, Buffer.from(encoder.finalize())])
}
