import { counting } from '../plural.ts'

const counted = counting('ru')

/** A number with its noun: 1 чат, 3 чата, 5 чатов. Fractions have the second form. */
export const count = (n: number, one: string, few: string, many: string): string =>
  counted(n, { one, few, many, other: few })
