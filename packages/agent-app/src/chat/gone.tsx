import { words } from '../words/index.ts'

/** In the place of words that were erased. */
export const Gone = () => <span className="text-sm text-muted italic">{words.erase.said}</span>
