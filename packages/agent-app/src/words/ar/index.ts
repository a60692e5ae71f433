import type { Translation } from '../translation.ts'
import * as first from './first.ts'
import * as later from './later.ts'
import { reasons } from './reasons.ts'

/** Arabic. */
export default { words: { locale: 'ar', dir: 'rtl', app: 'Deskbell', ...first }, later, reasons } satisfies Translation
