/** A dictionary without the properties that a page gave to `Object.prototype` (T32). */
export const bare = <T extends object>(given: T): T => Object.assign(Object.create(null) as object, given) // guard T32
