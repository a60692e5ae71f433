import type { LaterWords } from '../part.ts'

export const ratingMail: LaterWords['ratingMail'] = {
  title: '邮件评价',
  help: '请已离开且邮箱地址已知的访客评价对话。每个人 7 天内最多收到一封此类邮件，每封邮件都有退订链接。',
  off: '这需要邮件服务器（SMTP_URL），目前尚未设置。',
  choice: '通过邮件请求评价',
  never: '从不',
  after: '对话之后',
  minutes: '对话结束后的分钟数',
  minutesHelp: '仍打开着网站的访客会在网站上收到询问。请先确认您可以向访客发送此类邮件。',
  minutesWrong: '请输入 1 到 1,440 之间的整数。',
}
