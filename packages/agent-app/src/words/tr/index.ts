import type { Translation } from '../translation.ts'
import * as first from './first.ts'
import * as later from './later.ts'
import { reasons } from './reasons.ts'

/** Turkish. */
export default { words: { locale: 'tr', dir: 'ltr', app: 'Deskbell', ...first }, later, reasons } satisfies Translation
