/** What a telephone is to do next, in TwiML. */
const response = (...verbs: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs.join('')}</Response>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? '')

/** A sentence, and the language in which it is said. */
export interface Sentence {
  readonly text: string
  readonly language: string
}

const say = ({ text, language }: Sentence): string => `<Say language="${escape(language)}">${escape(text)}</Say>`

export const hangUp = (): string => response('<Hangup/>')

/** For a call that comes in and is not answered. */
export const reject = (reason: 'busy' | 'rejected'): string => response(`<Reject reason="${reason}"/>`)

/** Asks for a key, which is told at `url`; also when none is pressed. `seconds`: how long it waits. */
export const ask = (sentence: Sentence, { url, seconds }: { url: string; seconds: number }): string =>
  response(
    `<Gather input="dtmf" numDigits="1" timeout="${seconds}" actionOnEmptyResult="true" method="POST" action="${escape(url)}">${say(sentence)}</Gather>`,
  )

/** Joins the room of the call, after a sentence if there is one. `left`: is told when a telephone leaves the room. */
export const join = (room: string, { first, left }: { first?: Sentence; left?: string } = {}): string =>
  response(
    first ? say(first) : '',
    `<Dial><Conference beep="false"${left === undefined ? '' : ` statusCallback="${escape(left)}" statusCallbackMethod="POST" statusCallbackEvent="leave"`}>${escape(room)}</Conference></Dial>`,
  )

/** Waits in a room of its own, where the provider plays music. */
export const wait = (room: string): string =>
  response(`<Dial><Conference beep="false" startConferenceOnEnter="false">${escape(room)}</Conference></Dial>`)
