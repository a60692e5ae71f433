import { en, type Words } from './en.ts'
import { translation } from './translation.ts'

/** The words of the language of this window, which `main.ts` has loaded. */
export const words: Words = translation()?.words ?? en
export type { Words }
