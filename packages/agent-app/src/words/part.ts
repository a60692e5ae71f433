import { words } from './index.ts'

/** The words of a part of the application that loads when it is first used, by language. */
export const wordsOf = <Part>(parts: Readonly<Record<string, Part>> & { readonly en: Part }): Part =>
  parts[words.locale] ?? parts.en
