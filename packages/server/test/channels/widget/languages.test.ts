import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startHouse, type House } from '../../house.ts'
import { WIDGET, WIDGET_ID } from './page.ts'

const FIXED = 'F1xedLangu'

suite('the language of the window', () => {
  let house: House
  before(async () => {
    house = await startHouse({
      channels: [WIDGET, { ...WIDGET, name: 'Fixed', publicId: FIXED, widget: { language: 'tr' } }],
    })
  })
  after(() => house.close())

  const asked = async (query: string, accepted = '', widget = WIDGET_ID): Promise<unknown> => {
    const { body, headers } = await house.ask(`/widget/${widget}/settings${query}`, {
      headers: { 'accept-language': accepted },
    })
    assert.equal(headers.get('vary'), 'accept-language')
    return body['lang']
  }

  test('it is the page’s, else the first of the browser’s that we speak, else English', async () => {
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
      // Three letters that begin like two of ours are another language: Slavey, Northern Frisian.
      ['?lang=den', 'frr;q=0.9,tr;q=0.8', 'tr'],
      ['', `${'nl,'.repeat(2000)}de`, 'en'],
    ] as const)
      assert.equal(await asked(query, accepted), wanted, `${query} ${accepted.slice(0, 40)}`)
  })

  test('what the operator fixed goes first', async () => {
    assert.equal(await asked('?lang=de', 'fr', FIXED), 'tr')
  })

  test('the page that is the window alone is written in the language that its window then has', async () => {
    for (const [widget, accepted, lang, dir] of [
      [WIDGET_ID, 'nl,ar;q=0.9,en;q=0.8', 'ar', 'rtl'],
      [WIDGET_ID, 'de-AT', 'de', 'ltr'],
      [WIDGET_ID, '', 'en', 'ltr'],
      [FIXED, 'ar', 'tr', 'ltr'],
    ] as const) {
      const { text, headers } = await house.ask(`/talk/${widget}`, { headers: { 'accept-language': accepted } })
      assert.ok(text.startsWith(`<!doctype html><html lang="${lang}" dir="${dir}">`), text.slice(0, 60))
      assert.equal(headers.get('vary'), 'accept-language')
      assert.equal(await asked(`?lang=${lang}`, accepted, widget), lang)
    }
  })
})
