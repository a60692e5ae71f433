/** The key code that WebKit reports for the key that ended a composition. */
const PROCESSED = 229

/** Whether a key belongs to an input method, which uses it to choose or cancel a word. */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === PROCESSED
