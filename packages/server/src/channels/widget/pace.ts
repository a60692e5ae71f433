/** Frames of any kind that a page may send a second, and in a burst. */
export const FRAMES = { rate: 20, burst: 100 }

/** Long-poll requests from one address a second, and in a burst. A whole office may share an address. */
export const POSTS = { rate: 100, burst: 500 }

/** Long-polling pages of one address at a time. Each holds a request open, and few networks block sockets. */
export const PAGES = 256

/**
 * Pages that one visitor may have open at a time, with sockets and without; and the seconds after which a page over the
 * limit may return.
 */
export const SOCKETS = { perVisitor: 20, again: 60 }
