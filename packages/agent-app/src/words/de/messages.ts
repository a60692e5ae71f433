import type { LaterWords } from '../part.ts'

export const messages: LaterWords['messages'] = {
  menu: 'Aktionen für diese Nachricht',
  copyText: 'Text kopieren',
  copyLink: 'Link zur Nachricht kopieren',
  quote: 'In der Antwort zitieren',
  copied: 'Kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt.',
}
