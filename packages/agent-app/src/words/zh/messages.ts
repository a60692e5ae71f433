import type { LaterWords } from '../part.ts'

export const messages: LaterWords['messages'] = {
  menu: '对此消息的操作',
  copyText: '复制文字',
  copyLink: '复制消息链接',
  quote: '在回复中引用',
  copied: '已复制',
  notCopied: '浏览器不允许复制。',
}
