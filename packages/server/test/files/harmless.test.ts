import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { closeDatabases, openTestFiles } from './setup.ts'
import { hostileFiles } from './hostile.ts'
import { animation, plain } from './pictures.ts'

after(closeDatabases)

const server = await openTestFiles({ after })
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp)|(?:audio|video)\/[a-z0-9]+)$/

test('T9 no file that contains a script or a page is served as one', async (t) => {
  const hostile = await hostileFiles('http://canary.test')
  assert.ok(hostile.length >= 40)
  const shown: string[] = []
  for (const { name, bytes } of hostile) {
    await t.test(`T9 ${name}`, async () => {
      const { file } = await server.upload(name, bytes)
      const links = [server.linkTo(file), ...(file.thumb ? [server.linkTo(file, { thumb: true })] : [])]
      for (const link of links) {
        const answer = await fetch(link)
        const body = Buffer.from(await answer.arrayBuffer()).toString('latin1')
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
        assert.equal(answer.headers.get('content-security-policy'), "sandbox; default-src 'none'")
        assert.equal(answer.headers.get('set-cookie'), null)
        const type = answer.headers.get('content-type') ?? ''
        const disposition = answer.headers.get('content-disposition') ?? ''
        if (disposition.startsWith('attachment')) {
          assert.equal(type, 'application/octet-stream')
          assert.equal(body, bytes.toString('latin1'), 'a download has the bytes that were sent')
        } else {
          assert.match(type, SHOWN)
          assert.doesNotMatch(body, /canary|<script/i, 'what is shown holds nothing but pixels')
          shown.push(name)
        }
      }
    })
  }
  // Polyglots that are valid pictures are served as pictures.
  const pictures = ['gifar.gif', 'tail.gif', 'comment.jpg', 'text.png', 'tail.png', 'tail.webp', 'picture.html']
  assert.deepEqual([...new Set(shown)].toSorted(), pictures.toSorted())
})

test('T9 a picture that was uploaded as a page is stored as a picture', async () => {
  const { file } = await server.upload('invoice.html', await plain().jpeg().toBuffer())
  assert.equal(file.name, 'invoice.html.jpg')
  const upper = await server.upload('PHOTO.JPEG', await plain().jpeg().toBuffer())
  assert.equal(upper.file.name, 'PHOTO.JPEG')
})

test('T9 pictures, audio and video are served with the type of their content', async () => {
  const box = (type: string, content: string) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(content.length + 8)
    return Buffer.concat([head, Buffer.from(type + content, 'latin1')])
  }
  const wav = Buffer.concat([
    Buffer.from(
      'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0',
      'latin1',
    ),
  ])
  const rows: [string, Buffer, string, string][] = [
    ['a.txt', await plain().png().toBuffer(), 'image/png', 'photo'],
    ['a.txt', await plain().jpeg().toBuffer(), 'image/jpeg', 'photo'],
    ['a.txt', await animation('gif'), 'image/gif', 'photo'],
    ['a.txt', await animation('webp'), 'image/webp', 'photo'],
    ['a.txt', Buffer.concat([box('ftyp', 'isom\0\0\0\0isommp42'), box('mdat', 'pixels')]), 'video/mp4', 'video'],
    ['a.txt', Buffer.concat([box('ftyp', 'M4A \0\0\0\0M4A mp42'), box('mdat', 'sound')]), 'audio/mp4', 'audio'],
    ['a.txt', Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'), 'video/webm', 'video'],
    ['a.txt', wav, 'audio/wav', 'audio'],
    [
      'a.txt',
      Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
      'audio/ogg',
      'audio',
    ],
    ['a.txt', Buffer.from('fLaC\0\0\0\x22', 'latin1'), 'audio/flac', 'audio'],
  ]
  for (const [name, bytes, mime, kind] of rows) {
    const { file, media } = await server.upload(name, bytes)
    assert.deepEqual([file.mime, file.inline, media.kind], [mime, true, kind])
    const answer = await fetch(server.linkTo(file))
    assert.equal(answer.headers.get('content-type'), mime)
    assert.match(answer.headers.get('content-disposition') ?? '', /^inline; filename="a\.txt\.\w+"/)
  }
  const { file, media } = await server.upload('a.png', Buffer.from('just words'))
  assert.deepEqual([file.mime, file.inline, media.kind], ['text/plain', false, 'document'])
})
