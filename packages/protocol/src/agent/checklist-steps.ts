/**
 * The steps of the first days, in their order. This file has no imports, because the agent application bundles it.
 *
 * - `company`: the company has a name.
 * - `try`: a visitor has written.
 * - `install`: a widget was loaded on a page of another host than this server's.
 * - `colleagues`: there is a second agent, or an invitation.
 * - `alerts`: this agent's browser may show notifications.
 * - `messenger`: a channel is connected to a messenger.
 * - `bot`: a bot answers on a channel.
 * - `crm`: a webhook is enabled.
 */
export const CHECKLIST_STEPS = ['company', 'try', 'install', 'colleagues', 'alerts', 'messenger', 'bot', 'crm'] as const
export type ChecklistStep = (typeof CHECKLIST_STEPS)[number]
