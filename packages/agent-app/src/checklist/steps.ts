import type { Checklist } from '@deskbell/protocol/agent/checklist'
import type { ChecklistStep } from '@deskbell/protocol/agent/checklist-steps'
import type { Channel } from '@deskbell/protocol/agent/channel'
import { Bell, Bot, Building2, Code, type LucideIcon, MessageCircle, Send, UserPlus, Webhook } from 'lucide-react'
import { places } from '../places.ts'
import { isWidget, serverOriginOf } from '../widget/channel.ts'

export const STEP_ICONS: Readonly<Record<ChecklistStep, LucideIcon>> = {
  company: Building2,
  try: MessageCircle,
  install: Code,
  colleagues: UserPlus,
  alerts: Bell,
  messenger: Send,
  bot: Bot,
  crm: Webhook,
}

/** Steps that not every company needs. */
const OPTIONAL: ReadonlySet<ChecklistStep> = new Set(['messenger', 'bot', 'crm'])
export const isOptional = (step: ChecklistStep): boolean => OPTIONAL.has(step)

/** Whether every step that a company needs is done. */
export const isComplete = ({ steps }: Checklist): boolean => steps.every(({ step, done }) => done || isOptional(step))

/** Where a step is taken. `outside`: a page that opens in a window of its own. */
export function placeOf(step: ChecklistStep, channels: readonly Channel[]): { href: string; outside?: true } {
  const widget = channels.find(isWidget)
  switch (step) {
    case 'company':
      return { href: places.settings }
    case 'try':
      return widget
        ? { href: `${serverOriginOf(widget)}/talk/${widget.publicId}`, outside: true }
        : { href: places.channels }
    case 'install':
      return { href: widget ? places.channel(widget.id) : places.channels }
    case 'colleagues':
      return { href: places.team }
    case 'alerts':
      return { href: places.alerts }
    case 'messenger':
      return { href: places.channels }
    case 'bot':
      return { href: places.bots }
    case 'crm':
      return { href: places.webhooks }
  }
}
