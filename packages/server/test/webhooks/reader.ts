import type { StreamedEvent } from '@deskbell/protocol/webhook/stream'

/** One frame of server-sent events. */
export interface StreamFrame {
  readonly id: number
  readonly event: string
  readonly data: StreamedEvent
}

export interface StreamOptions {
  after?: number
  lastEventId?: string
}

/** A receiver without an address: reads `GET /api/events` as a browser's EventSource would. */
export async function openStream(url: string, token: string, { after, lastEventId }: StreamOptions = {}) {
  const ending = new AbortController()
  const response = await fetch(`${url}/api/events${after === undefined ? '' : `?after=${after}`}`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: ending.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const frames: StreamFrame[] = []
  let comments = 0
  let over = false
  let wake = () => {}
  const ended = read(response.body)
    .catch(() => {})
    .finally(() => {
      over = true
      wake()
    })

  async function read(body: NonNullable<typeof response.body>): Promise<void> {
    let rest = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        if (part.startsWith(':')) comments++
        else frames.push(toFrame(part))
      }
      wake()
    }
  }

  return {
    response,
    frames,
    ended,
    get comments() {
      return comments
    },
    /** Resolves when the condition holds for what was received; rejects when the stream ended, or after five seconds. */
    async until(holds: () => boolean): Promise<void> {
      const late = AbortSignal.timeout(5000)
      late.addEventListener('abort', () => wake())
      while (!holds()) {
        if (over || late.aborted) throw new Error(`not so, ${over ? 'ended' : 'late'}: ${JSON.stringify(frames)}`)
        await new Promise<void>((resolve) => void (wake = resolve))
      }
    },
    async close() {
      ending.abort()
      await ended
    },
  }
}
export type Stream = Awaited<ReturnType<typeof openStream>>

function toFrame(text: string): StreamFrame {
  const fields = Object.fromEntries(text.split('\n').map((line) => /^(\w+): (.*)$/s.exec(line)?.slice(1) ?? [line, '']))
  return { id: Number(fields['id']), event: fields['event'] ?? '', data: JSON.parse(fields['data'] ?? 'null') }
}

/** The event's headers, for a verifier. */
export const toHeaders = ({ id, timestamp, signature }: StreamedEvent) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
})
