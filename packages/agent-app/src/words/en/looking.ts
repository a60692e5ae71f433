import { isolate } from '../isolate.ts'
import { listing } from '../listing.ts'

const list = listing('en')
/** So many are named; of more, the others are counted. */
const NAMED = 2

const named = (names: readonly string[]): string =>
  names.length <= NAMED + 1
    ? list.format(names.map(isolate))
    : `${names.slice(0, NAMED).map(isolate).join(', ')} and ${names.length - NAMED} others`

/** Other agents who look at a chat now, or write in it. */
export const looking = {
  viewing: (names: readonly string[]) => `${named(names)} ${names.length === 1 ? 'is' : 'are'} viewing`,
  writing: (name: string) => `${isolate(name)} is writing an answer`,
  noting: (name: string) => `${isolate(name)} is writing a note`,
}
