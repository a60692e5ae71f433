import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import sharp from 'sharp'
import { testKinds } from '../db.ts'
import { startPost } from '../mail/post.ts'
import { ANN, BOB, startTestServer, tokenOf, type TestServer } from '../test-server.ts'
import { WIDGET, WIDGET_ID } from '../channels/widget/page.ts'

for (const kind of testKinds())
  suite(`the company, ${kind}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer({ kind, channels: [WIDGET] })
    })
    after(() => server.close())
    const ann = () => server.agent(ANN)
    const settingsOfWidget = async () => (await server.ask(`/widget/${WIDGET_ID}/settings`)).body
    async function sendLogo(bytes: Buffer, email = ANN) {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)]), 'logo.png')
      return server.ask('/api/settings/logo', {
        method: 'PUT',
        headers: { authorization: `Bearer ${tokenOf(email)}` },
        body: form,
      })
    }
    const picture = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 4, background: { r: 10, g: 90, b: 80, alpha: 0.5 } } })
        .png()
        .toBuffer()

    test('the name is what visitors read where a widget has no title; without a name they read a neutral text', async () => {
      assert.equal((await ann().call('PATCH', '/settings', { name: '  Shop & Sons ' })).body['name'], 'Shop & Sons')
      assert.equal((await settingsOfWidget())['account'], 'Shop & Sons')
      assert.match((await server.ask(`/talk/${WIDGET_ID}`)).text, /<title>Shop &amp; Sons<\/title>/)
      assert.equal((await ann().call('GET', '/me')).body['account']?.['name'], 'Shop & Sons')
      assert.equal((await ann().call('PATCH', '/settings', { name: '' })).status, 200)
      assert.equal((await settingsOfWidget())['account'], null)
      assert.match((await server.ask(`/talk/${WIDGET_ID}`)).text, /<title>Chat<\/title>/)
      assert.equal((await ann().call('PATCH', '/settings', { name: 'x'.repeat(101) })).status, 400)
      assert.equal((await server.agent(BOB).call('PATCH', '/settings', { name: 'Bob' })).status, 403)
    })

    test('T10 T12 a logo is drawn again as a small PNG, which is public; an earlier one is not', async () => {
      const answer = await sendLogo(await picture(1200, 300))
      assert.equal(answer.status, 200, answer.text)
      const logo = answer.body['logo'] as unknown as string
      assert.match(logo, new RegExp(`^${server.publicUrl}/logo/[A-Za-z0-9]{22}$`))
      assert.equal((await settingsOfWidget())['logo'], logo)
      assert.ok((await server.ask(`/talk/${WIDGET_ID}`)).text.includes(`<link rel="icon" href="${logo}">`))
      const path = new URL(logo).pathname
      const shown = await fetch(server.url + path)
      assert.equal(shown.status, 200)
      assert.equal(shown.headers.get('content-type'), 'image/png')
      assert.match(shown.headers.get('cache-control') ?? '', /immutable/)
      assert.match(shown.headers.get('content-security-policy') ?? '', /sandbox/)
      const { width, height, format } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
      assert.deepEqual({ width, height, format }, { width: 256, height: 64, format: 'png' })
      const etag = shown.headers.get('etag') ?? ''
      assert.equal((await server.ask(path, { headers: { 'if-none-match': etag } })).status, 304)
      assert.equal((await sendLogo(await picture(20, 20))).status, 200)
      assert.equal((await server.ask(path)).status, 404)
      assert.equal((await ann().call('DELETE', '/settings/logo')).body['logo'], null)
      assert.equal((await settingsOfWidget())['logo'], null)
    })

    test('a logo that is no picture, or of an agent who may not, is refused', async () => {
      const refused = await sendLogo(Buffer.from('<svg onload="alert(1)"/>'))
      assert.equal(refused.status, 400)
      assert.match(refused.text, /no_picture/)
      assert.equal((await sendLogo(await picture(9, 9), BOB)).status, 403)
      for (const path of ['/logo/x', '/logo/..%2fsecret.key', `/logo/${'A'.repeat(22)}`])
        assert.equal((await server.ask(path)).status, 404, path)
    })

    test('a time zone that does not exist is refused', async () => {
      const wrong = await ann().call('PATCH', '/settings', { timeZone: 'Mars/Olympus' })
      assert.equal(wrong.status, 400)
      assert.match(wrong.text, /no_time_zone/)
      assert.equal((await ann().call('PATCH', '/settings', { timeZone: 'Asia/Tokyo' })).body['timeZone'], 'Asia/Tokyo')
    })
  })

for (const kind of testKinds())
  test(`mails name the company, and have their times in its time zone, ${kind}`, async (t) => {
    const letters = await startPost()
    const server = await startTestServer({ kind, env: { SMTP_URL: letters.url } })
    t.after(() => server.close().then(letters.close))
    const ann = server.agent(ANN)
    const body = { name: 'Müller & Söhne', timeZone: 'Asia/Tokyo', mailLogTo: ['log@shop.test'] }
    assert.equal((await ann.call('PATCH', '/settings', body)).status, 200)
    await ann.call('POST', '/invitations', { email: 'cleo@shop.test', role: 'agent' })
    const invitation = await letters.gets(({ to }) => to.includes('cleo@shop.test'))
    assert.match(invitation.text, /Müller & Söhne/)
    assert.match(invitation.text, /until \d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d Asia\/Tokyo/)
    const said = Date.now()
    await server.visitor('v1').writes('Hello')
    await ann.accepts(1)
    await ann.closes(1)
    const log = await letters.gets(({ to }) => to.includes('log@shop.test'))
    assert.match(log.text, /Began: \d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d Asia\/Tokyo/)
    const [, shown = ''] = /\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\]/.exec(log.text) ?? []
    // Tokyo is nine hours ahead of UTC all year.
    assert.ok(Math.abs(Date.parse(`${shown.replace(' ', 'T')}+09:00`) - said) < 60_000, shown)
  })
