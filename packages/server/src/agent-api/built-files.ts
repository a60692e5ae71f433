import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toAsset, typeOf, type Asset } from '../platform/http/asset.ts'

/** The folder of the built agent application. */
export const DIST = fileURLToPath(new URL('../../../agent-app/dist/', import.meta.url))

type Files = Readonly<Record<string, Asset>>

/** The files of the built agent application. */
export interface BuiltFiles {
  readonly page: Asset
  /** The files at the root, by name, without the page. */
  readonly others: Files
  /** The files whose names contain a hash of their content. */
  readonly assets: Files
}

/**
 * Reads all files at the start: a name from a request never reaches the disk, and a new build takes effect at the next
 * start. Undefined when the application has not been built.
 */
export function readBuiltFiles(root = DIST): BuiltFiles | undefined {
  const { 'index.html': page, ...others } = readAssets(root)
  return page && { page, others, assets: readAssets(join(root, 'assets')) }
}

/** The files of a folder by name, each with the compressed forms that stand beside it. */
function readAssets(folder: string): Files {
  const read: Record<string, Asset> = Object.create(null)
  if (!existsSync(folder)) return read
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  const there = new Set(names)
  const bytesOf = (name: string) => (there.has(name) ? readFileSync(join(folder, name)) : undefined)
  for (const name of names) {
    if (/\.(?:br|gz)$/.test(name)) continue
    const [br, gzip] = [bytesOf(`${name}.br`), bytesOf(`${name}.gz`)]
    read[name] = toAsset(readFileSync(join(folder, name)), typeOf(name), { ...(br && { br }), ...(gzip && { gzip }) })
  }
  return read
}
