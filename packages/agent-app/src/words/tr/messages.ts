import type { LaterWords } from '../part.ts'

export const messages: LaterWords['messages'] = {
  menu: 'Bu mesaj için işlemler',
  copyText: 'Metni kopyala',
  copyLink: 'Mesajın bağlantısını kopyala',
  quote: 'Yanıtta alıntıla',
  copied: 'Kopyalandı',
  notCopied: 'Tarayıcı kopyalamaya izin vermedi.',
}
