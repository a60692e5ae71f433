import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toAsset, typeOf, type Asset } from '../../platform/http/asset.ts'

const toScript = (bytes: Buffer): Asset => toAsset(bytes, typeOf('script.js'))

/** The directory of the built widget. */
const DIST = fileURLToPath(new URL('../../../../widget/dist/', import.meta.url))

export interface Assets {
  /** The script that pages load. */
  readonly loader: Asset
  /** Name of the script with the window. */
  readonly window: string
  find(name: string): Asset | undefined
  /** The replacement for a file of an earlier build, which a page that was open during an upgrade still requests. */
  ofAnotherBuild(name: string): Asset | undefined
}

/** The built widget; undefined when it has not been built. */
export function openAssets(dist = DIST): Assets | undefined {
  if (!existsSync(`${dist}manifest.json`)) return undefined
  const { loader, window, hash } = JSON.parse(readFileSync(`${dist}manifest.json`, 'utf8')) as Record<string, string>
  // Only files that exist at the start are served, so that a name from a request never reaches the file system.
  const names = new Set(readdirSync(dist).filter((name) => name.endsWith('.js')))
  const made = new Map<string, Asset>()
  const find = (name: string): Asset | undefined => {
    if (!names.has(name)) return undefined
    const known = made.get(name) ?? toScript(readFileSync(dist + name))
    made.set(name, known)
    return known
  }
  const found = find(loader ?? '')
  if (!found || window === undefined)
    throw new Error('the build of the widget is not whole: start Deskbell with npm start')
  // A module that re-exports the current file, and not a redirect: browsers identify modules by the requested URL, and
  // after a redirect would run a shared module, with its state, a second time.
  const leading = new Map<string, Asset>()
  const ofAnotherBuild = (name: string): Asset | undefined => {
    const now = `${/^([a-z-]+)-[a-zA-Z0-9]+\.js$/.exec(name)?.[1]}-${hash}.js`
    if (!names.has(now)) return undefined
    const known = leading.get(now) ?? toScript(Buffer.from(`export * from './${now}'\n`))
    leading.set(now, known)
    return known
  }
  return { loader: found, window, find, ofAnotherBuild }
}
