/** The separately loaded parts of undici, which has types only for the whole. */
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici'
}
declare module 'undici/lib/core/errors.js' {
  export { errors as default } from 'undici'
}
