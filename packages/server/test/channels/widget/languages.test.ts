import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { WIDGET, WIDGET_ID } from './page.ts'

const FIXED = 'F1xedLangu'

suite('the language of the window', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({
      channels: [WIDGET, { ...WIDGET, name: 'Fixed', publicId: FIXED, widget: { language: 'tr' } }],
    })
  })
  after(() => server.close())

  const asked = async (query: string, accepted = '', widget = WIDGET_ID): Promise<unknown> => {
    const { body, headers } = await server.ask(`/widget/${widget}/settings${query}`, {
      headers: { 'accept-language': accepted },
    })
    assert.equal(headers.get('vary'), 'accept-language')
    return body['lang']
  }

  test('it is the page’s language, else the first supported one of the browser, else English', async () => {
    for (const [query, accepted, wanted] of [
      ['?lang=pt-BR', 'de', 'pt'],
      ['?lang=nl', 'de-DE,de;q=0.9,en;q=0.8', 'de'],
      ['?lang=nl', 'nl,da;q=0.9', 'en'],
      ['', 'nl, en;q=0.4, FR-fr;q=0.7', 'fr'],
      ['', 'de;q=0, fr;q=0.1', 'fr'],
      ['', 'de;q=none, es_ES;q=0.5', 'es'],
      ['', '*, hi;q=0.5', 'hi'],
      ['?lang=', '', 'en'],
      ['?lang=nl&lang=de', '', 'en'],
      ['?lang=constructor', '__proto__, ru', 'ru'],
      // A three-letter code that begins with a supported code is another language: Slavey, Northern Frisian.
      ['?lang=den', 'frr;q=0.9,tr;q=0.8', 'tr'],
      ['', `${'nl,'.repeat(2000)}de`, 'en'],
    ] as const)
      assert.equal(await asked(query, accepted), wanted, `${query} ${accepted.slice(0, 40)}`)
  })

  test('the language in the channel’s settings takes precedence', async () => {
    assert.equal(await asked('?lang=de', 'fr', FIXED), 'tr')
  })

  test('the standalone page has the language of its window', async () => {
    for (const [widget, accepted, lang, dir] of [
      [WIDGET_ID, 'nl,ar;q=0.9,en;q=0.8', 'ar', 'rtl'],
      [WIDGET_ID, 'de-AT', 'de', 'ltr'],
      [WIDGET_ID, '', 'en', 'ltr'],
      [FIXED, 'ar', 'tr', 'ltr'],
    ] as const) {
      const { text, headers } = await server.ask(`/talk/${widget}`, { headers: { 'accept-language': accepted } })
      assert.ok(text.startsWith(`<!doctype html><html lang="${lang}" dir="${dir}">`), text.slice(0, 60))
      assert.equal(headers.get('vary'), 'accept-language')
      assert.equal(await asked(`?lang=${lang}`, accepted, widget), lang)
    }
  })
})
