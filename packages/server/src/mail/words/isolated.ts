/** Characters that reorder the following text, or end an outer isolation. Names need none of them. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A name as part of a sentence that is written from right to left: it cannot change the order of the words around it. */
export const isolated = (name: string): string => `\u2068${name.replaceAll(CONTROLS, '')}\u2069`
