import type { Entered } from './task-fields.tsx'

/** Of each contact: first what stands in the field, then the tasks that could not be saved while the next one was written. */
const texts = new Map<number, readonly Entered[]>()

/** Tasks that are written and not saved, by contact: in this window alone. */
export const unsavedTasks = {
  /** What is to stand in the field. */
  read: (contact: number): Entered | undefined => texts.get(contact)?.[0],
  write: (contact: number, entered: Entered): void =>
    void texts.set(contact, [entered, ...(texts.get(contact)?.slice(1) ?? [])]),
  /** The one in the field is being saved: the next takes its place. */
  next: (contact: number): void => void texts.set(contact, texts.get(contact)?.slice(1) ?? []),
  /** It could not be saved. */
  keep(contact: number, entered: Entered): void {
    const [first, ...more] = texts.get(contact) ?? []
    const isFree = first === undefined || first.text.trim() === ''
    texts.set(contact, isFree ? [entered, ...more] : [first, ...more, entered])
  },
}
