import type { Translation } from '../translation.ts'
import * as first from './first.ts'
import * as later from './later.ts'
import { reasons } from './reasons.ts'

/** Portuguese. */
export default { words: { locale: 'pt', dir: 'ltr', app: 'Deskbell', ...first }, later, reasons } satisfies Translation
