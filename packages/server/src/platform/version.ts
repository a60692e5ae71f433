import { readFileSync } from 'node:fs'

/** Of the server's package, as it stands beside this file. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
