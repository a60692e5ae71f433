import type { LaterWords } from '../part.ts'

export const messages: LaterWords['messages'] = {
  menu: 'Acciones para este mensaje',
  copyText: 'Copiar texto',
  copyLink: 'Copiar enlace al mensaje',
  quote: 'Citar en la respuesta',
  copied: 'Copiado',
  notCopied: 'El navegador no ha permitido copiar.',
}
