/** How often a page may say something (a second), whatever it says, and how much at once. */
export const FRAMES = { rate: 20, burst: 100 }

/** Requests of pages without sockets from one address (a second), and at once: a whole office may share one. */
export const POSTS = { rate: 100, burst: 500 }

/** Pages without sockets from one address at a time: few networks let none through, and a post of each waits here. */
export const PAGES = 256

/**
 * Pages that one visitor may have open at a time, with sockets and without; and after how long (s) a page that is one
 * too many may come back.
 */
export const SOCKETS = { perVisitor: 20, again: 60 }
