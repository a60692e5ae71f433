import { commands } from '../words/en/commands.ts'
import { wordsOf } from '../words/part.ts'

export const commandWords = wordsOf('commands', commands)
