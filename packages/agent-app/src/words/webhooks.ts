/** Words of screens that are not in the first load: only what loads with them imports this. */
export { webhooks as webhookWords } from './en-webhooks.ts'
