import { en, type Words } from './en.ts'

/** Languages there are, by their tag. */
const LANGUAGES: Readonly<Record<string, Words>> = { en }

const wanted = typeof navigator === 'undefined' ? [] : navigator.languages
const tag = wanted.map((language) => language.split('-')[0] ?? '').find((language) => language in LANGUAGES) ?? 'en'

/** The words of the first language the browser asks for that there is, else English. */
export const words: Words = LANGUAGES[tag] ?? en
export type { Words }
