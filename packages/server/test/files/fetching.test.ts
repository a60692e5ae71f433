import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { FILE_MAX } from '@deskbell/protocol'
import { REASONS } from '@deskbell/protocol/agent/reasons'
import { makeGuard, type GuardOptions } from '../../src/deliveries/http/guard.ts'
import { makeSender } from '../../src/deliveries/http/send.ts'
import { fetchMedia, fetchPhoto, type MediaWanted } from '../../src/files/fetch.ts'
import { channelOwner } from '../../src/files/owner.ts'
import { realClock, type Clock } from '../../src/platform/clock.ts'
import { startIntegratorServer, type Behaviour } from '../integrator-server.ts'
import { startS3 } from './s3.ts'
import { closeDatabases, openTestFiles } from './setup.ts'
import { animation, plain } from './pictures.ts'

after(closeDatabases)

const server = await openTestFiles({ after })
const integrator = await startIntegratorServer()
after(() => integrator.close())
const host = `127.0.0.1:${integrator.port}`

function senderFor(t: { after(fn: () => unknown): void }, clock: Clock = realClock, guard: GuardOptions = {}) {
  const sender = makeSender({
    guard: makeGuard({ allowTargets: ['127.0.0.1'], ...guard }),
    clock,
    userAgent: 'Deskbell/0.1.0',
  })
  t.after(() => sender.close())
  return sender
}
const sender = senderFor({ after })

const wanted = (more: Partial<MediaWanted> = {}): MediaWanted => {
  const owner = channelOwner(server.account, 1)
  return { account: server.account, chat: 3, entry: 5, kind: 'photo', owner, url: `${integrator.url}/a.png`, ...more }
}
const sends = (body: Buffer | string, headers: Record<string, string> = {}): Behaviour => {
  return (_request, response) => response.writeHead(200, headers).end(body)
}

test('R17 a file that the bucket cannot take now is tried again', async (t) => {
  const { s3, stop } = await startS3(t)
  const away = await openTestFiles(t, 'embedded', { s3 })
  await stop()
  integrator.next(sends('words'))
  const fetched = await fetchMedia(away.files, sender, wanted({ account: away.account }))
  assert.deepEqual(fetched, { ok: false, host, reason: REASONS.files_away, final: false })
})

test('A19 a visitor’s picture is fetched, stored, and served by the server', async () => {
  integrator.next(sends(await plain(640, 480).png().toBuffer(), { 'content-type': 'text/html' }))
  const fetched = await fetchMedia(server.files, sender, wanted({ name: 'My cat.png' }))
  assert.ok(fetched.ok)
  const { id, at, size, ...row } = fetched.file
  assert.deepEqual(row, {
    account: server.account,
    chat: 3,
    entry: 5,
    purpose: 'media',
    name: 'My cat.png',
    mime: 'image/png',
    inline: true,
    width: 640,
    height: 480,
    thumb: true,
  })
  assert.equal(at, server.clock.now())
  assert.deepEqual(fetched.media, {
    file: id,
    name: 'My cat.png',
    size,
    mime: 'image/png',
    width: 640,
    height: 480,
    host,
  })
  await server.insert(fetched.file)
  const served = await fetch(server.linkTo(fetched.file))
  assert.equal(Number(served.headers.get('content-length')), size)
  assert.equal((await fetch(server.linkTo(fetched.file, { thumb: true }))).headers.get('content-type'), 'image/webp')
})

test('A17 a file without a name is named after its type', async () => {
  integrator.next(sends(await animation('gif')))
  const fetched = await fetchMedia(server.files, sender, wanted())
  assert.equal(fetched.ok && fetched.file.name, 'photo.gif')
  integrator.next(sends('words'))
  const words = await fetchMedia(server.files, sender, wanted())
  assert.equal(words.ok && words.file.name, 'file')
})

test('A19 the thumbnail of the request is used for a video', async () => {
  const head = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex')
  const film = wanted({ kind: 'video', name: 'a.webm', thumbUrl: `${integrator.url}/thumb` })
  integrator.next(sends(head))
  integrator.next(sends(await plain(640, 480).jpeg().toBuffer()))
  const fetched = await fetchMedia(server.files, sender, film)
  assert.ok(fetched.ok)
  assert.deepEqual([fetched.file.mime, fetched.file.thumb, fetched.file.width], ['video/webm', true, null])
  await server.insert(fetched.file)
  assert.equal((await fetch(server.linkTo(fetched.file, { thumb: true }))).headers.get('content-type'), 'image/webp')
  // Without a thumbnail, or with an invalid one, the video is stored without one.
  for (const noThumb of [() => integrator.next(sends('<svg/>')), () => integrator.html(404, 1)]) {
    integrator.next(sends(head))
    noThumb()
    const again = await fetchMedia(server.files, sender, film)
    assert.equal(again.ok && again.file.thumb, false)
  }
})

test('A19 three redirects are followed, and each is checked', async (t) => {
  const redirect = (times: number) => integrator.redirects(302, `${integrator.url}/next`, times)
  redirect(3)
  integrator.next(sends('words'))
  assert.ok((await fetchMedia(server.files, sender, wanted())).ok)
  redirect(4)
  assert.deepEqual(await fetchMedia(server.files, sender, wanted()), {
    ok: false,
    host,
    reason: 'more than 3 redirects',
    final: true,
  })
  const canary = await startIntegratorServer()
  t.after(() => canary.close())
  const careful = senderFor(t, realClock, { allowTargets: [host] })
  for (const target of [
    canary.url,
    `http://localhost:${canary.port}/`,
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
  ]) {
    integrator.redirects(302, target, 1)
    const missed = await fetchMedia(server.files, careful, wanted())
    assert.equal(missed.ok, false, target)
  }
  assert.equal(canary.connections(), 0)
})

test('T14 a file that is too large, too slow or broken is not stored, and leaves no data', async (t) => {
  // The last value says whether a retry is pointless.
  const rows: [() => void, string, boolean][] = [
    [
      () => integrator.next(sends('', { 'content-length': String(FILE_MAX + 1) })),
      'the answer is larger than 26 MB',
      true,
    ],
    [() => integrator.endless(1), 'the answer is larger than 26 MB', true],
    [() => integrator.answers({}, 404, 1), 'the server answered 404', true],
    [() => integrator.fails(1), 'the server answered 500', false],
    [() => integrator.next(sends('')), 'the server sent an empty file', true],
    [() => integrator.resets(1), 'the server closed the connection without an answer', false],
    [() => integrator.garbage(1), 'the answer is not valid HTTP', false],
  ]
  const before = await server.onDisk()
  for (const [behave, reason, final] of rows) {
    behave()
    assert.deepEqual(await fetchMedia(server.files, sender, wanted()), { ok: false, host, reason, final })
    assert.deepEqual(await server.onDisk(), before)
  }
  const slow = senderFor(t, server.clock)
  integrator.oneByteASecond(1)
  const slowly = fetchMedia(server.files, slow, wanted({ url: `${integrator.url}/slow` }))
  await integrator.receives((request) => request.path === '/slow')
  await server.clock.move(15_000)
  const late = await slowly
  assert.ok(!late.ok)
  assert.match(late.reason, /15 seconds$/)
  assert.deepEqual(await server.onDisk(), before)
})

test('T14 the file and its thumbnail share fifteen seconds', async (t) => {
  const slow = senderFor(t, server.clock)
  integrator.next((_request, response) => {
    server.clock.after(10_000, () => response.end('words'))
  })
  integrator.hangs(1)
  const fetched = fetchMedia(
    server.files,
    slow,
    wanted({ url: `${integrator.url}/first`, thumbUrl: `${integrator.url}/second` }),
  )
  await integrator.receives((request) => request.path === '/first')
  await server.clock.move(10_000)
  await integrator.receives((request) => request.path === '/second')
  await server.clock.move(5_000)
  const { ok } = await fetched
  assert.equal(ok, true)
})

test('A19 a full disk is a server fault, and the file is retried', async () => {
  integrator.next(sends('words'))
  const full = {
    ...server.files,
    store: {
      ...server.files.store,
      async receive() {
        const incoming = await server.files.store.receive()
        const write = async () => {
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        }
        return Object.assign(incoming, { write })
      },
    },
  }
  const before = await server.onDisk()
  await assert.rejects(fetchMedia(full, sender, wanted()), { code: 'ENOSPC' })
  assert.deepEqual(await server.onDisk(), before)
})

test('A19 T15 only the host of a file’s source is shown', async (t) => {
  const secret = 'SentinelSecretInAddress'
  const url = `${integrator.url}/bot${secret}/file_${secret}?token=${secret}#${secret}`
  const texts: string[] = []
  const note = (value: unknown) => texts.push(JSON.stringify(value))
  integrator.next(sends(await plain().png().toBuffer()))
  const fetched = await fetchMedia(server.files, sender, wanted({ url }))
  note(fetched)
  assert.ok(fetched.ok)
  await server.insert(fetched.file)
  note([...(await fetch(server.linkTo(fetched.file))).headers])
  const careful = senderFor(t, realClock, { allowTargets: [host] })
  const failing: (() => void)[] = [
    () => integrator.fails(1),
    () => integrator.resets(1),
    () => integrator.garbage(1),
    () => integrator.endless(1),
    () => integrator.redirects(302, `http://10.0.0.1/${secret}`, 1),
    () => integrator.redirects(302, `${integrator.url}/${secret}`, 4),
  ]
  for (const fail of failing) {
    fail()
    note(await fetchMedia(server.files, careful, wanted({ url })))
  }
  for (const odd of [`http://user:${secret}@h.test/${secret}`, `ftp://h.test/${secret}`, `no address ${secret}`]) {
    note(await fetchMedia(server.files, careful, wanted({ url: odd })))
    note(
      await fetchPhoto(server.files, careful, {
        account: server.account,
        owner: channelOwner(server.account, 1),
        url: odd,
      }),
    )
  }
  assert.equal(texts.length, 2 + failing.length + 6)
  assert.doesNotMatch(texts.join('\n'), new RegExp(secret, 'i'))
  assert.ok(integrator.requests.some((request) => request.path.includes(secret)))
})

test('A10 a visitor’s photo becomes a small square; a file that is not a picture is not stored', async () => {
  integrator.behaves(sends(await plain(500, 300).webp().toBuffer()))
  const fetched = await fetchPhoto(server.files, sender, {
    account: server.account,
    owner: channelOwner(server.account, 1),
    url: integrator.url,
  })
  assert.ok(fetched.ok)
  const { purpose, mime, width, height, chat } = fetched.file
  assert.deepEqual([purpose, mime, width, height, chat], ['visitor', 'image/jpeg', 128, 128, null])
  const before = await server.onDisk()
  integrator.behaves(sends('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const missed = await fetchPhoto(server.files, sender, {
    account: server.account,
    owner: channelOwner(server.account, 1),
    url: integrator.url,
  })
  const reason = 'the file is not a picture that can be shown'
  assert.deepEqual(missed, { ok: false, host, reason, final: true })
  assert.deepEqual(await server.onDisk(), before)
})
