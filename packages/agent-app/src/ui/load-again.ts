/** Chromium and Firefox name the address of the script that did not load. */
const ADDRESS = /dynamically imported module: (https?:\/\/\S+?\.js)\b/

/**
 * Makes a dynamic import that can be repeated. Browsers remember that a script could not be loaded, and fail at once
 * when it is imported again, so that it would stay broken after an offline moment until a reload. The repetition asks
 * for the same file by another address.
 */
export function repeatable<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failed: string | undefined
  let attempts = 0
  return async () => {
    attempts += 1
    try {
      if (failed === undefined) return await load()
      return (await import(/* @vite-ignore */ `${failed}?again=${attempts}`)) as Module
    } catch (error) {
      failed ??= addressIn(error)
      throw error
    }
  }
}

/** The address of the script of this server that could not be loaded; undefined: the browser does not name it. */
export function addressIn(error: unknown): string | undefined {
  const address = error instanceof Error ? ADDRESS.exec(error.message)?.[1] : undefined
  return address !== undefined && URL.parse(address)?.origin === location.origin ? address : undefined
}
