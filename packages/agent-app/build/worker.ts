import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { LANGUAGE_FILE } from './first-load.ts'

const MAIN = fileURLToPath(new URL('../src/sw/main.ts', import.meta.url))

/**
 * Builds the service worker into one file, `sw.js`, with the lists of all built files and a hash over them: any change of
 * the application changes the worker, which is how browsers learn of it.
 */
export async function buildWorker(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => name !== 'sw.js')
    .toSorted()
  const hash = createHash('sha256')
  for (const name of names) hash.update(`\n${name}\n`).update(readFileSync(join(folder, name)))
  const isTranslation = (address: string) => address.startsWith(`/assets/${LANGUAGE_FILE}`)
  const addresses = names.filter((name) => name !== 'index.html').map((name) => `/${name}`)
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      SHELL_VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
      SHELL_FILES: JSON.stringify(addresses.filter((address) => !isTranslation(address))),
      SHELL_TRANSLATIONS: JSON.stringify(addresses.filter(isTranslation)),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      reportCompressedSize: false,
      rolldownOptions: { input: MAIN, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}
