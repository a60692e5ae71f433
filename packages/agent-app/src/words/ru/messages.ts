import type { LaterWords } from '../part.ts'

export const messages: LaterWords['messages'] = {
  menu: 'Действия с этим сообщением',
  copyText: 'Копировать текст',
  copyLink: 'Копировать ссылку на сообщение',
  quote: 'Цитировать в ответе',
  copied: 'Скопировано',
  notCopied: 'Браузер не разрешил копирование.',
}
