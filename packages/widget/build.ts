// Builds the widget's scripts. README.md describes the files.
//
//   node build.ts          builds into dist, with manifest.json, and prints the sizes
//   node build.ts --hash   prints the hash of the sources without building
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const DIST = join(HERE, 'dist')

/** One hash for all files of a build: each script finds the others by the hash in its own name. */
function hashOf(): string {
  const hash = createHash('sha256')
  for (const folder of [join(HERE, 'src'), join(HERE, '../protocol/src')]) {
    for (const name of (readdirSync(folder, { recursive: true }) as string[]).toSorted()) {
      if (/\.(ts|css)$/.test(name) && !name.endsWith('.test.ts'))
        hash.update(name).update(readFileSync(join(folder, name)))
    }
  }
  return hash
    .digest('base64url')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 10)
}

async function bundle(input: Record<string, string>, output: Rolldown.OutputOptions) {
  const config: InlineConfig = {
    configFile: false,
    root: HERE,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      cssTarget: 'safari16',
      modulePreload: false,
      rolldownOptions: { input, output, preserveEntrySignatures: 'allow-extension' },
    },
  }
  return ((await build(config)) as Rolldown.RolldownOutput).output
}

const src = (name: string) => join(HERE, 'src', name)
const hash = hashOf()
if (process.argv.includes('--hash')) {
  process.stdout.write(`${hash}\n`)
  process.exit()
}
const loader = await bundle({ loader: src('loader/main.ts') }, { format: 'iife', entryFileNames: '[name].js' })
const names = ['core', 'api', 'window', 'more', 'screen', 'call', 'telephone', 'polling']
/** The texts in each language, by folder: those of the window, and those of calls of both kinds. */
const texts = ['words', 'call-words', 'telephone-words'].flatMap((folder) =>
  readdirSync(src(folder)).flatMap((file) => {
    const name = new RegExp(`^(${folder}-.+)\\.ts$`).exec(file)?.[1]
    return name === undefined ? [] : [[name, src(`${folder}/${file}`)]]
  }),
)
const rest = await bundle(Object.fromEntries([...names.map((name) => [name, src(`${name}/start.ts`)]), ...texts]), {
  format: 'es',
  entryFileNames: `[name]-${hash}.js`,
  chunkFileNames: `[name]-${hash}.js`,
})

rmSync(DIST, { recursive: true, force: true })
mkdirSync(DIST)
const files = [...loader, ...rest].map(({ fileName, ...file }) => {
  const text = file.type === 'chunk' ? file.code : file.source
  writeFileSync(join(DIST, fileName), text)
  process.stdout.write(`${fileName.padEnd(32)} ${String(brotliCompressSync(text).length).padStart(6)} B brotli\n`)
  return fileName
})
const manifest = { hash, loader: 'loader.js', window: `window-${hash}.js`, files }
writeFileSync(join(DIST, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
