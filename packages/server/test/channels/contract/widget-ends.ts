import { ANN, BOB } from '../../test-server.ts'
import { nextId, openPage, secretOf, WIDGET_ID } from '../widget/page.ts'
import { type ChannelEnds, type Shown } from './visitor-end.ts'

const nameOf = (number: number): string =>
  `visitor${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`

/** Pages with the widget. */
export async function widgetEnds(): Promise<ChannelEnds> {
  return {
    kind: 'widget',
    options: {
      channels: [{ kind: 'widget', name: 'Contract', publicId: WIDGET_ID, agents: [ANN, BOB] }],
    },
    async open(server, number) {
      const visitor = nameOf(number)
      const page = await openPage(server, { visitor })
      let seen = 0
      return {
        async writes(text) {
          const answer = await page.writes(text)
          if (answer.t !== 'done') throw new Error(JSON.stringify(answer))
        },
        async sendsPicture(bytes, text) {
          const form = new FormData()
          form.set('text', text)
          form.set('file', new Blob([bytes]), 'a.jpg')
          const headers = { authorization: `Bearer ${secretOf(visitor)}`, 'x-request-id': nextId() }
          const answer = await server.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body: form, headers })
          if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
        },
        async sees(): Promise<Shown> {
          const place = seen++
          const entry = await page.until(
            () => page.entries().filter((one) => one.type === 'message' && one.from !== 'visitor')[place],
            'a message',
          )
          if (entry.type !== 'message') throw new Error('not a message')
          const url = entry.attachments?.[0]?.url
          return {
            text: entry.text,
            ...(url !== undefined && { file: Buffer.from(await (await fetch(url)).arrayBuffer()) }),
          }
        },
        seesTyping: async () =>
          void (await page.until(() => page.frames.find((frame) => frame.t === 'typing' && frame.on), 'typing')),
        async writesInVain(text) {
          const answer = await page.writes(text)
          if (answer.t === 'done') throw new Error('the message was taken')
        },
        close: () => page.close(),
      }
    },
    close: async () => {},
  }
}
