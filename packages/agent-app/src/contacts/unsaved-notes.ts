const texts = new Map<number, string>()

/** Notes about contacts that are written and not saved, by contact: in this window alone. */
export const unsavedNotes = {
  read: (contact: number): string => texts.get(contact) ?? '',
  write: (contact: number, text: string): void => void texts.set(contact, text),
  /** Below what is written. */
  keep: (contact: number, text: string): void =>
    void texts.set(contact, [texts.get(contact) ?? '', text].filter((part) => part.trim() !== '').join('\n')),
  forget: (contact: number): void => void texts.delete(contact),
}
