import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Letter {
  readonly to: string[]
  readonly from: string
  readonly text: string
}

/** A mail server that keeps received mails; `refuses` refuses the first mails with this code. */
export async function startPost() {
  const letters: Letter[] = []
  const waiting = new Set<() => void>()
  const refusals: number[] = []
  let hold: Promise<void> | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (part: Buffer) => (text += part.toString()))
      stream.on('end', () => void end())
      const end = async () => {
        await hold
        const code = refusals.shift()
        if (code !== undefined) return void done(Object.assign(new Error('not now'), { responseCode: code }))
        const from = session.envelope.mailFrom
        letters.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          from: from ? from.address : '',
          text: decode(text),
        })
        done(null, 'kept')
        for (const look of waiting) look()
      }
    },
  })
  // A client that is killed breaks its connection.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    letters,
    /** Accepts mails, and answers when `until` resolves. */
    holds: (until: Promise<void>) => void (hold = until),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
    refuses: (...codes: number[]) => void refusals.push(...codes),
    /** True while a mail is still to be refused. */
    willRefuse: () => refusals.length > 0,
    /** Waits for the first matching mail. */
    gets(fits: (letter: Letter) => boolean): Promise<Letter> {
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no such letter in ${JSON.stringify(letters)}`)), 10_000)
        const look = () => {
          const found = letters.find(fits)
          if (!found) return
          clearTimeout(late)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      })
    },
  }
}

/** Decodes quoted-printable as far as the tests need it. */
function decode(text: string): string {
  const joined = text.replace(/=\r\n/g, '')
  const bytes = joined.replace(/((?:=[0-9A-F]{2})+)/g, (run) =>
    Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'),
  )
  return bytes
}
