import { painted } from './after-paint.ts'

/** The first drawing, while it is on its way from what this browser keeps. */
let opening: Promise<void> | null = null

/** What `afterOpening` does waits from now on until the next frame is drawn. Called just before the drawing. */
export function beginOpening(): void {
  opening = painted().then(() => void (opening = null))
}

/**
 * Does what the first drawing does not need after it: requests, and code of other parts. Where nothing is kept, the first
 * drawing itself waits for the server, and this is done at once.
 */
export const afterOpening = <T>(work: () => Promise<T>): Promise<T> => (opening ? opening.then(work) : work())
