import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import type { PreviewWords } from './preview-words.ts'

/** The moments of a visit: widget closed, window opened, waiting for an agent, chat, end of the chat. */
export const MOMENTS = ['closed', 'open', 'waiting', 'chat', 'ended'] as const
export type Moment = (typeof MOMENTS)[number]

/** Everything that the preview is drawn from. */
export type Scene = {
  settings: Pick<WidgetSettings, 'contacts' | 'contactsNeeded' | 'offlineForm' | 'placeShown' | 'rating' | 'team'>
  own: PreviewWords
  lang: string
  title: string
  greeting: string
  /** The name of the answering agent, and their picture. */
  agent: string
  photo: string | null
  logo: string | null
  /** Names of the departments to choose from; a single one offers no choice. */
  departments: readonly string[]
  moment: Exclude<Moment, 'closed'>
  online: boolean
}

/** Whether the offline form replaces the conversation, by the window's own rule. */
export const showsOfflineForm = ({ settings, moment, online }: Scene): boolean =>
  moment === 'open' && !online && settings.offlineForm

/** Required contact data come before the first message: there is no field to write in yet. */
export const hidesComposer = ({ settings, moment }: Scene): boolean =>
  moment === 'open' && settings.contacts === 'before' && settings.contactsNeeded.length > 0

/** The question within the conversation. */
export function cardOf({ settings, moment }: Scene): 'rating' | 'contacts' | undefined {
  if (moment === 'ended' && settings.rating) return 'rating'
  return settings.contacts === (moment === 'open' ? 'before' : 'after') ? 'contacts' : undefined
}

/** The department is asked for before a chat, and so also after one. */
export const asksDepartment = ({ departments, moment }: Scene): boolean =>
  departments.length > 1 && moment !== 'waiting' && moment !== 'chat'

/** The place of the waiting visitor and the expected wait; undefined when the window does not show them. */
export const waitIn = ({ settings, own, moment, online }: Scene): string | undefined =>
  moment === 'waiting' && online && settings.placeShown
    ? `${own.queue.replace('{}', '2')} · ${own.wait.replace('{}', '5')}`
    : undefined

/** The visible texts in order, as the preview's description for screen readers. */
export function saidIn(scene: Scene): string[] {
  const { own, moment, greeting, departments } = scene
  if (showsOfflineForm(scene)) return [own.leave]
  const card = cardOf(scene)
  const said = [greeting]
  if (moment === 'ended') said.push(own.closed)
  if (card) said.push({ rating: own.rate, contacts: own.contacts }[card])
  if (asksDepartment(scene)) said.push(own.department, ...departments)
  const wait = waitIn(scene)
  if (wait) said.push(wait)
  return said
}
