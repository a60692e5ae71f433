import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { buildWorker } from './worker.ts'

/** Files that a browser would decompress. Pictures are compressed already. */
const TEXT = /\.(?:html|js|css|svg|webmanifest|json)$/

/**
 * What follows when all files are written: the service worker, which lists them, and then the compressed forms. Writes `name.br` and `name.gz` beside each built text file, as small as they get: the server reads them at its start
 * and compresses nothing itself.
 */
export function finish(): Plugin {
  let folder = ''
  return {
    name: 'deskbell-finish',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build }) {
      folder = join(root, build.outDir)
    },
    async closeBundle() {
      await buildWorker(folder)
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name))
      await Promise.all(names.map((name) => writeCompressed(join(folder, name))))
    },
  }
}

async function writeCompressed(file: string): Promise<void> {
  const bytes = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  // A compressed form that is not smaller is of no use.
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br)
  if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz)
}
