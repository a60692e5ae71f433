import { colourful } from '../text/emoji.ts'
import { words } from '../words/index.ts'

/** The buttons that the bot offered. Only the visitor can press them, so these are not buttons. */
export const Answers = ({ answers }: { answers: readonly { id: string; text: string }[] }) => (
  // Safari announces an unstyled list as a list only with an explicit role.
  <ul role="list" aria-label={words.chat.answers} className="mt-2 mb-1 flex flex-wrap gap-1.5">
    {answers.map(({ id, text }) => (
      <li
        key={id}
        className="max-w-full rounded-full border border-edge bg-panel px-2.5 py-0.5 text-sm text-soft breakable"
      >
        <bdi>{colourful(text)}</bdi>
      </li>
    ))}
  </ul>
)
