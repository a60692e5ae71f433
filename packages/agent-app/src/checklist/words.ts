import { checklist } from '../words/en/checklist.ts'
import { wordsOf } from '../words/part.ts'

export const checklistWords = wordsOf('checklist', checklist)
