import { Fragment } from 'react'
import { Key } from '../ui/tip.tsx'
import { commandWords } from './words.ts'

const isApple = /Mac|iPod|iPhone|iPad/.test(navigator.platform)

const nameOf = (key: string): string => {
  if (key === '$mod') return isApple ? '⌘' : (commandWords.keyNames['Control'] ?? 'Ctrl')
  return commandWords.keyNames[key] ?? (key.length === 1 ? key.toLocaleUpperCase() : key)
}

/** The name of one press: Ctrl K, Esc, J. */
const pressName = (press: string): string =>
  press
    .split(/(?<=\w)\+/)
    .map(nameOf)
    .join(' ')

/** The keys of a command, as the table writes them. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className="inline-flex items-center gap-1">
    {keys.split(' ').map((press, index) => (
      <Fragment key={index}>
        {index > 0 && <span className="text-2xs text-muted">{commandWords.sheet.after}</span>}
        <Key>{pressName(press)}</Key>
      </Fragment>
    ))}
  </span>
)
