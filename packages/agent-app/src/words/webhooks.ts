import { webhooks } from './en/webhooks.ts'
import { wordsOf } from './part.ts'

export const webhookWords = wordsOf('webhooks', webhooks)
