import { macroWords } from '../macros/words.ts'
import { places } from '../places.ts'
import { shown } from './open.ts'
import { Link } from '../ui/link.tsx'

/** In place of the list of macros. `text` null: there are none yet, and the settings are the way to one. */
export const NoMacros = ({ text }: { text: string | null }) => (
  <div className="px-4 py-8 text-center">
    <p className="font-medium">{text ?? macroWords.empty}</p>
    {text === null && (
      <>
        <p className="mt-0.5 text-sm text-muted">{macroWords.emptyHelp}</p>
        <Link
          href={places.macros}
          onClick={() => shown.set(null)}
          className="mt-2 inline-block text-sm font-medium text-accent hover:underline"
        >
          {macroWords.add}
        </Link>
      </>
    )}
  </div>
)
