import { isolate } from '../isolate.ts'
import { listing } from '../listing.ts'

type Changed = { added: readonly string[]; removed: readonly string[] }
const list = listing('en')
const named = (names: readonly string[]) =>
  `the ${names.length === 1 ? 'tag' : 'tags'} ${list.format(names.map((name) => `“${isolate(name)}”`))}`
const what = ({ added, removed }: Changed) =>
  [added.length > 0 && `added ${named(added)}`, removed.length > 0 && `removed ${named(removed)}`]
    .filter(Boolean)
    .join(' and ')

/** Tags where they are shown. */
export const tags = {
  ofChat: 'Tags of this chat',
  set: 'Tags',
  more: (n: number) => `+${n}`,
  moreLabel: (n: number) => `${n} more`,
  changed: (name: string, changed: Changed) => `${isolate(name)} ${what(changed)}`,
  changedYou: (changed: Changed) => `You ${what(changed)}`,
}
