import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { testKinds } from '../db.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { SCRIPTS } from '../agent-app/payloads.ts'
import { startWithCrm } from '../webhooks/hook.ts'
import { startPost, type Letter } from './post.ts'

/** Follows the link in a mail, which must lead to this path of the application. Returns the status of the answer. */
async function statusOfLink(
  { url, publicUrl }: { url: string; publicUrl: string },
  { text }: Letter,
  path: string,
): Promise<number> {
  const links = [...text.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link)
  assert.deepEqual([...new Set(links)], [publicUrl + path])
  const answer = await fetch(url + path, { headers: { accept: 'text/html' } })
  await answer.body?.cancel()
  return answer.status
}

for (const kind of testKinds()) {
  test(`the log of a closed chat is mailed to the addresses in the settings, ${kind}`, async (t) => {
    const post = await startPost()
    const { server, crm, close } = await startWithCrm({
      kind,
      env: { SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test' },
    })
    t.after(() => close().then(post.close))
    crm.answers({ result: 'ok', contact_info: { name: 'Vera Crm', email: 'vera@crm.test', description: 'Pays late' } })
    const ann = server.agent()
    const to = ['log@shop.test', 'boss@shop.test']
    assert.equal((await ann.call('PATCH', '/settings', { mailLogTo: to })).status, 200)
    await server.visitor('v1').writes('Hello ✓')
    await ann.accepts(1)
    await crm.nextEvent('chat_updated')
    await ann.writes(1, 'Good day')
    await ann.closes(1)
    for (const address of to) {
      const letter = await post.gets((one) => one.to.includes(address))
      assert.equal(letter.from, 'desk@shop.test')
      assert.deepEqual(letter.to, [address])
      assert.match(letter.text, /Subject: Chat 1 with Vera Crm/)
      for (const said of ['Hello ✓', 'Good day', 'vera@crm.test', 'Pays late']) assert.ok(letter.text.includes(said))
      assert.equal(await statusOfLink(server, letter, '/inbox/closed/1'), 200)
    }
    await server.settled()
    assert.equal(post.letters.length, 2)
  })
}

test('T5 T35 visitors’ input is text in a mail, and cannot add a header or an address', async (t) => {
  const post = await startPost()
  const server = await startTestServer({ env: { SMTP_URL: post.url } })
  t.after(() => server.close().then(post.close))
  const ann = server.agent()
  await ann.call('PATCH', '/settings', { mailLogTo: ['log@shop.test'] })
  const name = 'Eve\r\nBcc: eve@evil.test\r\n\r\n<script>alert(1)</script>'
  const eve = server.visitor('v1', { name })
  for (const text of SCRIPTS.slice(0, 30)) await eve.writes(text)
  await ann.accepts(1)
  await ann.closes(1)
  const letter = await post.gets(() => true)
  assert.deepEqual(letter.to, ['log@shop.test'])
  const [head = '', ...rest] = letter.text.split('\r\n\r\n')
  assert.doesNotMatch(head, /^bcc:/im)
  const html = rest.join('\r\n\r\n').split(/content-type: text\/html/i)[1] ?? ''
  assert.ok(html.length > 0)
  for (const tag of html.match(/<[a-z!/][^\s>]*/gi) ?? [])
    assert.match(tag, /^<\/?(?:!doctype|html|head|meta|style|body|table|tbody|tr|th|td|bdi|hr|p|time|b|br|a)$/i, tag)
  assert.doesNotMatch(html, /<[^>]+\son\w+=/i)
  for (const setting of [['a@b.test, eve@evil.test'], ['a@b.test\nBcc: x@y.test'], ['nobody']])
    assert.equal((await ann.call('PATCH', '/settings', { mailLogTo: setting })).status, 400)
})

test('a mail is retried while the mail server is unavailable, and not after a permanent refusal', async (t) => {
  const post = await startPost()
  const server = await startTestServer({ env: { SMTP_URL: post.url } })
  t.after(() => server.close().then(post.close))
  const ann = server.agent()
  await ann.call('PATCH', '/settings', { mailLogTo: ['log@shop.test'] })
  post.refuses(550)
  await server.visitor('v1').writes('Hello')
  await ann.accepts(1)
  await ann.closes(1)
  type Row = { state: string; attempts: number; reason: string; nextAt: number }
  const row = async (chat: number): Promise<Row | undefined> =>
    ((await ann.call('GET', `/deliveries?chat=${chat}&kind=mail`)).body['deliveries'] as unknown as Row[])[0]
  const until = async (chat: number, fits: (one: Row) => boolean) => {
    for (let look = 0; look < 400; look++) {
      const found = await row(chat)
      if (found && fits(found)) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`not so: ${JSON.stringify(await row(chat))}`)
  }
  const refused = await until(1, ({ state }) => state === 'failed')
  assert.match(refused.reason, /not now/)
  post.refuses(451)
  await server.visitor('v2').writes('Hello')
  await ann.accepts(2)
  await ann.closes(2)
  const waiting = await until(2, ({ attempts }) => attempts === 1)
  assert.equal(waiting.state, 'due')
})

test('with a wrong password for the mail server the mail waits and is retried', async (t) => {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (_auth, _session, done) => void done(new Error('wrong')),
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const server = await startTestServer({ env: { SMTP_URL: `smtp://desk:wrong@127.0.0.1:${port}` } })
  t.after(() => server.close().then(() => smtp.close()))
  const ann = server.agent()
  await ann.call('PATCH', '/settings', { mailLogTo: ['log@shop.test'] })
  await server.visitor('v1').writes('Hello')
  await ann.accepts(1)
  await ann.closes(1)
  for (let look = 0; look < 400; look++) {
    const { deliveries } = (await ann.call('GET', '/deliveries?kind=mail')).body as never as {
      deliveries: { state: string; attempts: number; reason: string }[]
    }
    if (deliveries[0]?.attempts === 1) {
      assert.equal(deliveries[0].state, 'due')
      assert.doesNotMatch(deliveries[0].reason, /desk:wrong/)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.fail('nothing was tried')
})

test('C19 owners and admins get one mail when a webhook is disabled', async (t) => {
  const post = await startPost()
  const { server, crm, close } = await startWithCrm({ env: { SMTP_URL: post.url } })
  t.after(() => close().then(post.close))
  crm.fails(3, 410)
  for (const [i, key] of ['v1', 'v2', 'v3'].entries()) {
    await server.visitor(key).writes('Hello')
    await server.agent().accepts(i + 1)
  }
  const letter = await post.gets(() => true)
  assert.deepEqual(letter.to, [ANN])
  assert.match(letter.text, /410/)
  assert.equal(await statusOfLink(server, letter, '/settings/webhooks/1'), 200)
  await server.settled()
  assert.equal(post.letters.length, 1)
})

test('without SMTP_URL mail is logged, and its delivery says that it was not sent', async (t) => {
  const lines: string[] = []
  const server = await startTestServer({ onLog: (line) => lines.push(line) })
  t.after(() => server.close())
  const ann = server.agent()
  await ann.call('PATCH', '/settings', { mailLogTo: ['log@shop.test'] })
  await server.visitor('v1').writes('Hello')
  await ann.accepts(1)
  await ann.closes(1)
  await server.settled()
  assert.ok(lines.some((line) => line.includes('SMTP_URL is not set')))
  assert.ok(!lines.some((line) => line.includes('log@shop.test')), 'no address in the log (T42)')
})

test('a mail is in the language of its reader, and from right to left in Arabic', async (t) => {
  const post = await startPost()
  const server = await startTestServer({ env: { SMTP_URL: post.url } })
  t.after(() => server.close().then(post.close))
  const ann = server.agent()
  /** The HTML part, which is in base64 when most of it is not in ASCII. */
  const body = ({ text }: Letter) => {
    const [head = '', ...rest] = (text.split(/content-type: text\/html/i)[1] ?? '').split('\r\n\r\n')
    const encoded = rest.join('\r\n\r\n')
    return /base64/i.test(head)
      ? Buffer.from(encoded, 'base64').toString()
      : encoded.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  }
  await ann.call('PATCH', '/me', { language: 'ar' })
  await ann.call('PATCH', '/settings', { mailLogTo: [ANN] })
  await server.visitor('v1', { name: 'Vera' }).writes('Hello')
  await ann.accepts(1)
  await ann.closes(1)
  assert.match(body(await post.gets(({ to }) => to.includes(ANN))), /<html lang="ar" dir="rtl">/)

  // A person without an agent's account, and so without a choice: as the owner.
  await ann.call('PATCH', '/me', { language: 'de' })
  await ann.call('POST', '/invitations', { email: 'guest@shop.test', role: 'agent' })
  const letter = body(await post.gets(({ to }) => to.includes('guest@shop.test')))
  assert.match(letter, /<html lang="de" dir="ltr">/)
  assert.match(letter, /Einladung annehmen/)
})
