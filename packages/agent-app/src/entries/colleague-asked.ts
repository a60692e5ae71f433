import { withReason, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.offers

export const colleagueAsked: NoteView<'colleague.asked'> = {
  shown: 'note',
  says({ agent, to, comment }, { me }) {
    if (to.id === me) return withReason(w.askedToYou(agent.name), comment)
    return withReason(agent.id === me ? w.askedYou(to.name) : w.asked(agent.name, to.name), comment)
  },
}
