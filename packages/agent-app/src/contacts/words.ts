import { contacts } from '../words/en/contacts.ts'
import { wordsOf } from '../words/part.ts'

/** The words of contacts, which are loaded with their screens. */
export const contactWords = wordsOf('contacts', contacts)
