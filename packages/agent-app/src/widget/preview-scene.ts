import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import type { PreviewWords } from './preview-words.ts'

/** What a visitor is at: the closed widget, the window just opened, a chat, its end, a wish to be called. */
export const MOMENTS = ['closed', 'open', 'chat', 'ended', 'call'] as const
export type Moment = (typeof MOMENTS)[number]

/** Everything that the picture of the window is drawn from. */
export type Scene = {
  settings: Pick<WidgetSettings, 'contacts' | 'contactsNeeded' | 'offlineForm' | 'callback' | 'rating'>
  own: PreviewWords
  lang: string
  title: string
  greeting: string
  /** The agent who answers in it. */
  agent: string
  /** Names of the departments that visitors choose from; of one there is nothing to choose. */
  departments: readonly string[]
  moment: Exclude<Moment, 'closed'>
  online: boolean
}
type Form = 'call' | 'offline' | 'contacts'

/** The form that stands in place of the conversation; undefined where that is what one sees. As the window decides it. */
export function formOf({ settings, moment, online }: Scene): Form | undefined {
  if (moment === 'call') return 'call'
  if (moment !== 'open') return undefined
  if (!online && settings.offlineForm) return 'offline'
  return settings.contacts === 'before' ? 'contacts' : undefined
}

/** What is asked within the conversation. */
export function cardOf({ settings, moment }: Scene): 'rating' | 'contacts' | undefined {
  if (moment === 'ended' && settings.rating) return 'rating'
  return moment !== 'open' && settings.contacts === 'after' ? 'contacts' : undefined
}

/** Whom they write to is asked before a chat, and so after one too. */
export const asksDepartment = ({ departments, moment }: Scene): boolean => departments.length > 1 && moment !== 'chat'

/** What is written large in it, in order: what somebody is told who does not see the picture. */
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
