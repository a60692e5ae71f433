import type { Directory } from '../settings/directory.ts'
import type { Named } from './search-queries.ts'
import { trait } from './traits.ts'
import { wordsIn } from './words.ts'

/** More properties of one kind than this do not fit one name. */
const NAMED_MAX = 50

/** Finds channels, departments, tags and agents of an account by the words of their names. */
export function namedIn(directory: Directory, account: number): Named {
  const all = [
    ...directory.channels(account).map(({ id, name }) => ({ name, word: trait.channel(account, id) })),
    ...directory.departments(account).map(({ id, name }) => ({ name, word: trait.department(account, id) })),
    ...directory.tags(account).map(({ id, name }) => ({ name, word: trait.tag(account, id) })),
    ...directory.agents(account).map(({ id, name }) => ({ name, word: trait.agent(account, id) })),
  ].map(({ name, word }) => ({ word, parts: wordsIn(name).map((part) => part.word) }))
  return (words, isPrefix) =>
    all
      .filter(({ parts }) =>
        words.every((word) => parts.some((part) => (isPrefix ? part.startsWith(word) : part === word))),
      )
      .slice(0, NAMED_MAX)
      .map(({ word }) => word)
}
