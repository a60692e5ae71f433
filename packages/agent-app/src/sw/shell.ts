/** The build writes them: a hash over all files, and their addresses. */
declare const SHELL_VERSION: string
declare const SHELL_FILES: readonly string[]
declare const SHELL_TRANSLATIONS: readonly string[]

const PREFIX = 'deskbell-shell-'
const CURRENT = `${PREFIX}${SHELL_VERSION}`
/** Versions whose files are kept: this one, and the one that open windows still use. */
const KEPT = 2

/** The page of the application; the server answers every address of the application with it. */
export const PAGE = '/'
const FILES: ReadonlySet<string> = new Set(SHELL_FILES)
/** Whether an address is that of a file of this version, besides the hashed ones. */
export const isOfShell = (path: string): boolean => FILES.has(path)

const TRANSLATIONS: ReadonlySet<string> = new Set(SHELL_TRANSLATIONS)
/** What stays the same in the address of a language's words from version to version. */
const stemOf = (address: string): string => address.slice(0, '/assets/translation-xx'.length)

/** The words of the languages that windows have used in this browser. */
async function usedTranslations(): Promise<string[]> {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
  const stems = new Set(kept.flat().map(({ url }) => stemOf(new URL(url).pathname)))
  return SHELL_TRANSLATIONS.filter((address) => stems.has(stemOf(address)))
}

/** Keeps the words of the language that a window has just loaded. */
export async function keepTranslation(address: string, response: Response): Promise<void> {
  if (TRANSLATIONS.has(address) && response.ok) await (await caches.open(CURRENT)).put(address, response)
}

/**
 * Fetches all files of this version, of translations only those that are used. The hashed ones come from the browser's
 * cache if the page has loaded them. If one is missing, the install fails and is tried again with the next visit.
 */
export async function install(): Promise<void> {
  const cache = await caches.open(CURRENT)
  await cache.addAll(
    [PAGE, ...FILES, ...(await usedTranslations())].map(
      (path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' }),
    ),
  )
}

/** Removes the files of versions that no window uses any more. Caches are listed in the order of their making. */
export async function activate(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT)
  await Promise.all(versions.slice(0, Math.max(0, versions.length - (KEPT - 1))).map((name) => caches.delete(name)))
}

/** A file of this version. */
export const ofShell = async (path: string): Promise<Response | undefined> => (await caches.open(CURRENT)).match(path)

/** A hashed file of any version: windows of the version before still ask for theirs. */
export const ofAnyVersion = (path: string): Promise<Response | undefined> => caches.match(path)
