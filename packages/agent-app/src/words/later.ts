import * as en from './en-start.ts'

/** Languages there are, as in `index.ts`. */
const LANGUAGES: Readonly<Record<string, typeof en>> = { en }

const wanted = typeof navigator === 'undefined' ? [] : navigator.languages
const tag = wanted.map((language) => language.split('-')[0] ?? '').find((language) => language in LANGUAGES) ?? 'en'

/** Words of screens that are loaded when they are first shown. They are not in the first load of the application. */
export const laterWords = LANGUAGES[tag] ?? en
