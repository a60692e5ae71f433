import { count } from './count.ts'
import { isolate } from '../isolate.ts'

/** What the account's own server says beside a chat. */
export const crm = {
  fromServer: 'from your server',
  late: 'late answer',
  open: (host: string) => `Open in ${isolate(host)}`,
  link: 'Link this chat',
  linkHelp: (host: string) => `Tells your server that this chat belongs to the card in ${isolate(host)}.`,
  linked: 'Linked',
  field: 'From your server',
  page: 'Page from your server',
  failedLoad: 'Couldn’t load your server’s answer.',
  changed: 'Your server set the visitor’s details',
  answered: (name: string) => `${isolate(name)} answered`,
  answeredFields: (name: string, fields: number) => `${isolate(name)} answered: ${count(fields, 'field', 'fields')}`,
  answeredNothing: (name: string) => `${isolate(name)} answered: nothing to show`,
  noteLate: 'late',
  assigned: (name: string, host: string) => `${isolate(name)} linked this chat to ${isolate(host)}`,
  assignedErased: (name: string) => `${isolate(name)} linked this chat to a card`,
  assignedYou: (host: string) => `You linked this chat to ${isolate(host)}`,
}
