import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.offers.routed

/** To whom the router offered or gave the chat, and why. */
export const chatRouted: NoteView<'chat.routed'> = {
  shown: 'note',
  says({ to, until, why }, { me }) {
    const reasons = [
      ...(why.team ? [w.inTeam(why.team.name)] : []),
      w.load(why.load, why.capacity),
      why.again ? w.again : w.because[why.by],
    ]
    return [{ isolated: `${sayTo(to, until !== undefined, me)} · ${reasons.join(' · ')}` }]
  },
}

function sayTo(to: { readonly id: number; readonly name: string }, isAsked: boolean, me: number): string {
  if (to.id === me) return isAsked ? w.offersYou : w.gaveYou
  return isAsked ? w.offers(to.name) : w.gave(to.name)
}
