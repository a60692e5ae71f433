import type { WebhookRecord } from '../settings/records.ts'

/**
 * Whether a webhook receives a row `e` of event, as SQL over the parameters $1 account, $2 webhook, $3 names of events,
 * $4 whether the webhook is asked early. An example event is received only by the webhook it was made for.
 *
 * A chat_accepted event that is sent early has the agent 0. The SQL finds it in the text of the body. A visitor's words
 * cannot imitate it, because quotes inside words are escaped.
 */
export const IS_RECEIVED = `(e.webhook_id = $2 or e.webhook_id is null and e.name = any($3::text[])
  and ($4::boolean or e.name <> 'chat_accepted' or e.body not like '%"agent":{"id":0,%'))`

export const receivedValues = ({ accountId, id, events, askEarly }: WebhookRecord) =>
  [accountId, id, [...events], askEarly] as const
