import { realIds } from '../../src/platform/ids.ts'

/** A process that no other one sees, and that sees none. */
export const aProcess = () => ({ id: realIds.uuid().slice(0, 8), onEnded: () => () => {} })
