/** Begun answers by chat, kept in this browser until they are sent or the agent signs out. Written with every key: they are short. */
const PREFIX = 'deskbell.draft.'

const name = (who: string, chat: number) => `${PREFIX}${who}.${chat}`

export function readDraft(who: string, chat: number): string {
  try {
    return localStorage.getItem(name(who, chat)) ?? ''
  } catch {
    return '' // storage is switched off: drafts live as long as the window
  }
}

export function keepDraft(who: string, chat: number, text: string): void {
  try {
    if (text === '') localStorage.removeItem(name(who, chat))
    else localStorage.setItem(name(who, chat), text)
  } catch {
    // Full or switched off: see above.
  }
}

/** Signing out leaves nothing that was written to customers behind in this browser. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
