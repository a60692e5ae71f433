import { createHmac } from 'node:crypto'
import { randomBytes } from 'node:crypto'

/** What the provider needs of the calls in it. */
export interface Switchboard {
  readonly accountSid: string
  readonly token: string
  /** A telephone enters a room, or leaves it. */
  moves(line: Line, from: string | undefined): void
  /** It is free: its recording is made. */
  onEnd(line: Line): void
}

/** Asks a callback, signed as Twilio signs it. Undefined: nobody answers. */
export async function ask(
  { accountSid, token }: Pick<Switchboard, 'accountSid' | 'token'>,
  url: string,
  fields: Record<string, string>,
): Promise<{ status: number; text: string } | undefined> {
  const form: Record<string, string> = { AccountSid: accountSid, ApiVersion: '2010-04-01', ...fields }
  const text =
    url +
    Object.keys(form)
      .toSorted()
      .map((name) => name + form[name])
      .join('')
  const signature = createHmac('sha1', token).update(text).digest('base64')
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form).toString() })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return undefined
  }
}

const attribute = (verb: string, name: string): string =>
  (new RegExp(`${name}="([^"]*)"`).exec(verb)?.[1] ?? '').replaceAll('&amp;', '&')

let serial = 0

/** One telephone in a call, as the provider sees it. It does what TwiML says. */
export class Line {
  readonly sid = `CA${String(++serial).padStart(6, '0')}${randomBytes(13).toString('hex')}`
  readonly made = new Date()
  readonly to: string
  readonly from: string
  readonly isIncoming: boolean
  status = 'queued'
  /** What it has heard, with the languages. */
  readonly said: { text: string; language: string }[] = []
  room: string | undefined
  key: { url: string } | undefined
  left: string | undefined
  readonly recordings: { sid: string; status: string; callback: string; channels: string }[] = []
  readonly #of: Switchboard
  readonly #form: URLSearchParams
  /** One thing after the other. */
  #work = Promise.resolve()

  constructor(of: Switchboard, form: URLSearchParams, isIncoming = false) {
    this.#of = of
    this.#form = form
    this.to = form.get('To') ?? ''
    this.from = form.get('From') ?? ''
    this.isIncoming = isIncoming
  }

  get isOver(): boolean {
    return ['completed', 'busy', 'no-answer', 'failed', 'canceled'].includes(this.status)
  }

  do(work: () => Promise<void>): Promise<void> {
    return (this.#work = this.#work.then(work))
  }

  async tells(status: string, more: Record<string, string> = {}): Promise<void> {
    this.status = status
    const url = this.#form.get('StatusCallback')
    if (url) await ask(this.#of, url, { ...this.#fields, ...more })
  }

  get #fields(): Record<string, string> {
    return { CallSid: this.sid, CallStatus: this.status, To: this.to, From: this.from }
  }

  /** It is answered, and does what it is told. */
  answer(): Promise<void> {
    return this.do(async () => {
      await this.tells('in-progress')
      await this.follow(this.#form.get('Url') ?? '')
    })
  }

  /** It does not answer. */
  refuses(status: 'busy' | 'no-answer' | 'failed', sip?: number): Promise<void> {
    return this.do(() => this.#end(status, sip === undefined ? {} : { SipResponseCode: String(sip) }))
  }

  /** A key is pressed; empty: none was, in time. */
  press(Digits: string): Promise<void> {
    return this.do(async () => {
      const { key } = this
      if (!key) throw new Error('no key is asked for')
      this.key = undefined
      await this.follow(key.url, { Digits })
    })
  }

  hangUp(): Promise<void> {
    return this.do(() => this.#end('completed'))
  }

  /** Instructions are asked for; without an answer the provider hangs up. */
  async follow(url: string, more: Record<string, string> = {}): Promise<void> {
    if (this.isOver) return
    const answer = await ask(this.#of, url, { ...this.#fields, ...more })
    if (!answer || answer.status !== 200) return this.#end('completed')
    for (const [, text = '', inner = ''] of answer.text.matchAll(/<Say language="([^"]*)">([^<]*)<\/Say>/g))
      this.said.push({ language: text, text: inner })
    const verb = /<(Reject|Gather|Dial|Hangup)\b[^>]*>/.exec(answer.text)
    if (verb?.[1] === 'Reject') return this.#end(attribute(verb[0], 'reason') === 'busy' ? 'busy' : 'failed')
    if (this.status === 'ringing' && this.isIncoming) this.status = 'in-progress'
    if (verb?.[1] === 'Gather') return void (this.key = { url: attribute(verb[0], 'action') })
    if (verb?.[1] !== 'Dial') return this.#end('completed')
    const [, conference = '', room = ''] = /(<Conference[^>]*>)([^<]*)</.exec(answer.text) ?? []
    this.#enter(room)
    this.left = attribute(conference, 'statusCallback') || undefined
  }

  #enter(room: string | undefined): void {
    const before = this.room
    this.room = room
    this.#of.moves(this, before)
  }

  async #end(status: string, more: Record<string, string> = {}): Promise<void> {
    if (this.isOver) return
    this.status = status
    this.key = undefined
    const { left } = this
    const wasIn = this.room
    this.#enter(undefined)
    if (wasIn !== undefined && left !== undefined)
      await ask(this.#of, left, { CallSid: this.sid, StatusCallbackEvent: 'participant-leave' })
    await this.tells(status, more)
    this.#of.onEnd(this)
  }

  /** As the REST interface shows it. */
  get shown(): object {
    const { sid, status, to, from, made } = this
    return { sid, status, to, from, date_created: made.toUTCString() }
  }
}
