/** The key that WebKit reports after a composition has ended, though it was pressed to end it. */
const PROCESSED = 229

/** Whether a key belongs to an input method: it picks or leaves a word there, and means nothing to us. */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === PROCESSED
