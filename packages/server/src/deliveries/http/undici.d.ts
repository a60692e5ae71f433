/** The parts of undici that are loaded by themselves; it describes them by the name of the whole. */
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici'
}
declare module 'undici/lib/core/errors.js' {
  export { errors as default } from 'undici'
}
