import { liveView } from '../words/en/live-view.ts'
import { wordsOf } from '../words/part.ts'

/** The words of the live view, which are loaded with it. */
export const liveWords = wordsOf('liveView', liveView)
