import type { Translation } from '../translation.ts'
import * as first from './first.ts'
import * as later from './later.ts'
import { reasons } from './reasons.ts'

/** Russian. */
export default { words: { locale: 'ru', dir: 'ltr', app: 'Deskbell', ...first }, later, reasons } satisfies Translation
