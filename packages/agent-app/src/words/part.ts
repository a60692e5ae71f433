import type * as english from './en/later.ts'
import { translation } from './translation.ts'

/** Words of screens that are not in the first load, by the part of the application. */
export type LaterWords = typeof english

/** The words of a part in the language of this window. The English ones load with the part. */
export const wordsOf = <Part extends keyof LaterWords>(part: Part, english: LaterWords[Part]): LaterWords[Part] =>
  translation()?.later[part] ?? english
