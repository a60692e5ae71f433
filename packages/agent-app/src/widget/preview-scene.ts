import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import type { PreviewWords } from './preview-words.ts'

/** The moments of a visit: widget closed, window opened, chat, end of the chat, call form. */
export const MOMENTS = ['closed', 'open', 'chat', 'ended', 'call'] as const
export type Moment = (typeof MOMENTS)[number]

/** Everything that the preview is drawn from. */
export type Scene = {
  settings: Pick<WidgetSettings, 'contacts' | 'contactsNeeded' | 'offlineForm' | 'callback' | 'rating'>
  own: PreviewWords
  lang: string
  title: string
  greeting: string
  /** The name of the answering agent. */
  agent: string
  /** Names of the departments to choose from; a single one offers no choice. */
  departments: readonly string[]
  moment: Exclude<Moment, 'closed'>
  online: boolean
}
type Form = 'call' | 'offline' | 'contacts'

/** The form that replaces the conversation, by the window's own rule; undefined: none. */
export function formOf({ settings, moment, online }: Scene): Form | undefined {
  if (moment === 'call') return 'call'
  if (moment !== 'open') return undefined
  if (!online && settings.offlineForm) return 'offline'
  return settings.contacts === 'before' ? 'contacts' : undefined
}

/** The question within the conversation. */
export function cardOf({ settings, moment }: Scene): 'rating' | 'contacts' | undefined {
  if (moment === 'ended' && settings.rating) return 'rating'
  return moment !== 'open' && settings.contacts === 'after' ? 'contacts' : undefined
}

/** The department is asked for before a chat, and so also after one. */
export const asksDepartment = ({ departments, moment }: Scene): boolean => departments.length > 1 && moment !== 'chat'

/** The visible texts in order, as the preview's description for screen readers. */
export function saidIn(scene: Scene): string[] {
  const { own, moment, greeting, departments } = scene
  const form = formOf(scene)
  if (form) return [{ call: own.call, offline: own.leave, contacts: own.contacts }[form]]
  const card = cardOf(scene)
  const said = [greeting]
  if (moment === 'ended') said.push(own.closed)
  if (asksDepartment(scene)) said.push(own.department, ...departments)
  if (card) said.push({ rating: own.rate, contacts: own.contacts }[card])
  return said
}
