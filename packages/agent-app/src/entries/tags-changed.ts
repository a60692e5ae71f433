import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.tags

export const tagsChanged: NoteView<'tags.changed'> = {
  shown: 'note',
  says({ agent, added, removed }, { me }) {
    const names = { added: added.map(({ name }) => name), removed: removed.map(({ name }) => name) }
    return [{ isolated: agent.id === me ? w.changedYou(names) : w.changed(agent.name, names) }]
  },
}
