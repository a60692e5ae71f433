import { words } from '../words/index.ts'

/** Replaces an erased text. */
export const ErasedText = () => <span className="text-sm text-muted italic">{words.erase.said}</span>
