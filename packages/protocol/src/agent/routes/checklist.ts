import { Checklist, ChecklistBody } from '../checklist.ts'
import { route } from './route.ts'

const tag = 'Settings'

/** The list of what remains to be set up. */
export const CHECKLIST_ROUTES = {
  readChecklist: route({
    method: 'GET',
    path: '/checklist',
    tag,
    summary: 'Read what remains to be set up',
    description:
      'Owners and admins. Each step is done when the server observes it; the step `alerts` is that of the agent.',
    may: 'settings.change',
    answers: { 200: Checklist },
  }),
  changeChecklist: route({
    method: 'PATCH',
    path: '/checklist',
    tag,
    summary: 'Hide the list in your inbox, or show it again',
    may: 'settings.change',
    body: ChecklistBody,
    answers: { 200: Checklist },
  }),
}
