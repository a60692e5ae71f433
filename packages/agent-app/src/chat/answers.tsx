import { words } from '../words/index.ts'

/** What the customer could choose from. Only they can press one, so these are no buttons. */
export const Answers = ({ answers }: { answers: readonly { id: string; text: string }[] }) => (
  // A list without marks is read out as one only when it says that it is one.
  <ul role="list" aria-label={words.chat.answers} className="mt-2 mb-1 flex flex-wrap gap-1.5">
    {answers.map(({ id, text }) => (
      <li
        key={id}
        className="max-w-full rounded-full border border-edge bg-panel px-2.5 py-0.5 text-sm text-soft breakable"
      >
        <bdi>{text}</bdi>
      </li>
    ))}
  </ul>
)
