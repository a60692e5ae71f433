import type { LaterWords } from '../part.ts'

export const messages: LaterWords['messages'] = {
  menu: 'Actions pour ce message',
  copyText: 'Copier le texte',
  copyLink: 'Copier le lien du message',
  quote: 'Citer dans la réponse',
  copied: 'Copié',
  notCopied: 'Le navigateur n’a pas autorisé la copie.',
}
