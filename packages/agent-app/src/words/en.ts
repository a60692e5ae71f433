import * as first from './en/first.ts'

/** Every word of the first load. A language is one folder of this shape. */
export const en = {
  locale: 'en',
  dir: 'ltr' as 'ltr' | 'rtl',
  app: 'Deskbell',
  ...first,
}

export type Words = typeof en
