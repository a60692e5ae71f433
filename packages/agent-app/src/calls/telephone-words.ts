import { callProvider } from '../words/en/call-provider.ts'
import { telephones } from '../words/en/telephones.ts'
import { trunkTest } from '../words/en/trunk-test.ts'
import { wordsOf } from '../words/part.ts'

/** The words of calls to telephones, which are loaded with their screens. */
export const telephoneWords = wordsOf('telephones', telephones)
/** The words of test calls. */
export const testWords = wordsOf('trunkTest', trunkTest)
/** The words of the hosted provider. */
export const providerWords = wordsOf('callProvider', callProvider)
