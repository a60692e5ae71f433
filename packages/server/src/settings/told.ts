import type { WebhookRecord } from './records.ts'

/**
 * Whether a webhook is told of a row `e` of event, as SQL over the parameters $1 account, $2 webhook, $3 names of events,
 * $4 whether it is asked early. An example is told to whom it was made for.
 *
 * A chat_accepted that asks early has the agent 0. It is read off the text, in which no visitor's words can look so,
 * because quotes inside words are escaped.
 */
export const TOLD = `(e.webhook_id = $2 or e.webhook_id is null and e.name = any($3::text[])
  and ($4::boolean or e.name <> 'chat_accepted' or e.body not like '%"agent":{"id":0,%'))`

export const toldValues = ({ accountId, id, events, askEarly }: WebhookRecord) =>
  [accountId, id, [...events], askEarly] as const
