/**
 * Why the server closes a socket. 4001: signed out, sign in again. 4002: fell behind, connect again and resume (R13). In
 * a file without schemas, because the agent application bundles it.
 */
export const CLOSE_SIGNED_OUT = 4001
export const CLOSE_RESUME = 4002
