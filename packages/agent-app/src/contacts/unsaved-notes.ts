import { Cell } from '../live/cells.ts'

const texts = new Cell<ReadonlyMap<number, string>>(new Map())
const read = (contact: number): string => texts.get().get(contact) ?? ''
const write = (contact: number, text: string): void => texts.set(new Map(texts.get()).set(contact, text))

/** Notes about contacts that are written and not saved, by contact: in this window alone. */
export const unsavedNotes = {
  texts,
  write,
  /** Below what is written. */
  keep: (contact: number, text: string): void =>
    write(contact, [read(contact), text].filter((part) => part.trim() !== '').join('\n')),
}
