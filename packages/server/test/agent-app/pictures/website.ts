import { nextId, openPage } from '../../channels/widget/page.ts'
import type { Story } from './lumen.ts'

const PAGES = [
  ['finn', '10:33', '2.125.160.216', 'Fjord, ceiling lamp', 'lamps/fjord'],
  [undefined, '10:39', '89.160.20.112', 'Shipping and returns', 'shipping'],
  ['ada', '10:40', '81.2.69.160', 'Dune, table lamp', 'lamps/dune'],
  [undefined, '10:41', '175.16.199.5', 'Lamps', 'lamps'],
] as const

/** Visitors who have the shop's pages open, with the chat of one, and two messages that were left at night. */
export async function openWebsite(story: Story, tags: Record<string, number>) {
  const { testServer, ann, must } = story
  const pages: Awaited<ReturnType<typeof openPage>>[] = []
  /** The server closes a page of which it has not heard since the time was set. */
  const at = async (time: string) => {
    await story.at(time)
    for (const page of pages) page.socket.pong()
  }
  for (const [name, time, message, url] of [
    ['Karim Aziz', '22:41', 'Do you also repair lamps of other makers? Mine is from 1974.', 'workshop'],
    ['Lena Vogt', '23:15', 'Please call me about the lights for our hotel: +49 30 5550 172.', 'lamps'],
  ] as const) {
    await story.at(time, 1)
    const page = await openPage(testServer, { visitor: name, url: `https://lumen.example/${url}`, title: 'Lumen' })
    const email = `${name.toLowerCase().replaceAll(/\W/g, '.')}@example.com`
    await page.ask({ t: 'offline', id: nextId(), contact: { name, email }, message })
    await page.close()
  }
  for (const [index, [visitor, time, address, title, url]] of PAGES.entries()) {
    await at(time)
    const page = await openPage(testServer, {
      ...(visitor && { visitor }),
      visit: `visit-000${index}`,
      url: `https://lumen.example/${url}`,
      title,
      headers: { 'x-forwarded-for': address },
    })
    pages.push(page)
    if (visitor === 'finn') await page.ask({ t: 'contact', id: nextId(), contact: { name: 'Finn O’Connor' } })
    if (visitor !== 'ada') continue
    await page.writes('Is the Dune in stock in sand?')
    const chat = (await ann.chats('?limit=100')).find(({ preview }) => preview === 'Is the Dune in stock in sand?')
    await must(ann, 'POST', `/chats/${chat?.id}/tags`, { add: [tags['Custom order']] })
  }
  await at('10:42')
  return { close: () => Promise.all(pages.map((page) => page.close())) }
}
