import { language } from './language.ts'

/** Characters that reorder the following text, or end an outer isolation. Names need none of them. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** A language that is written from right to left isolates every name. */
const everyName = language === 'ar'
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/**
 * A name as part of a sentence that is written from left to right: it cannot change the order of the words around it (T7).
 */
export function isolate(name: string): string {
  const bare = withoutControls(name)
  return everyName || RIGHT_TO_LEFT.test(bare) ? inIsolation(bare) : bare
}

/** A name as part of a sentence of any direction, whatever the language of this window is. */
export const isolateAlways = (name: string): string => inIsolation(withoutControls(name))

const inIsolation = (bare: string) => `\u2068${bare}\u2069`

function withoutControls(name: string): string {
  let bare = name
  bare = bare.replace(CONTROLS, '') // guard T7
  return bare
}
