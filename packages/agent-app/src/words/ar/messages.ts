import type { LaterWords } from '../part.ts'

export const messages: LaterWords['messages'] = {
  menu: 'إجراءات هذه الرسالة',
  copyText: 'نسخ النص',
  copyLink: 'نسخ رابط الرسالة',
  quote: 'اقتباس في الرد',
  copied: 'تم النسخ',
  notCopied: 'لم يسمح المتصفح بالنسخ.',
}
