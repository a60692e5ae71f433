import type { LaterWords } from '../part.ts'

export const messages: LaterWords['messages'] = {
  menu: 'Ações para esta mensagem',
  copyText: 'Copiar texto',
  copyLink: 'Copiar link da mensagem',
  quote: 'Citar na resposta',
  copied: 'Copiado',
  notCopied: 'O navegador não permitiu copiar.',
}
