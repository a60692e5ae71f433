/**
 * The process ends, and others are there: a client opens its socket anew, within ELSEWHERE_WITHIN. The code of the
 * registry of WebSockets for a service that restarts. In a file without schemas, because the pages bundle it.
 */
export const CLOSE_ELSEWHERE = 1012
/** ms. Sockets are closed one after the other, so that their clients do not come together. */
export const ELSEWHERE_WITHIN = 300
