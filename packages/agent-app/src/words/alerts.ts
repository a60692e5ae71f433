import { alerts } from './en/alerts.ts'
import { wordsOf } from './part.ts'

export const alertWords = wordsOf('alerts', alerts)
