import type { MailWords } from './mail-words.ts'

/** Chinese. */
export const words: MailWords = {
  dir: 'ltr',
  visitor: (number) => `访客 ${number}`,
  invitation: {
    subject: (by, company) => `${by} 邀请您加入 ${company}`,
    lines: (by, company) => [`${by} 邀请您在 Deskbell 中接待 ${company} 的对话。`, '打开链接，设置您的姓名和密码。'],
    open: '接受邀请',
  },
  password: {
    subject: (company) => `为 ${company} 设置新密码`,
    asked: (company) => `您或其他人申请了 ${company} 的新密码。`,
    made: (by, company) => `${by} 创建了此链接，以便您为 ${company} 设置新密码。`,
    follow: '打开链接即可设置。如果这不是您的操作，请忽略此邮件：您的密码保持不变。',
    open: '设置新密码',
  },
  linkEnds: (until) => `链接只能使用一次，有效期至 ${until}。请勿转发：任何人都可凭此链接登录。`,
  alert: {
    waiting: (who) => `${who} 正在等待`,
    message: (who) => `${who} 给您发来了消息`,
    mention: '有同事提到了您',
    inChannel: (subject, channel) => `${subject}（${channel}）。`,
    why: '您的设备都没有及时显示此提醒。您可以在设置中更改接收提醒的方式。',
    open: '打开对话',
  },
  webhook: {
    disabled: (name) => `Webhook“${name}”已停用`,
    failing: (name) => `Webhook“${name}”出现故障`,
    sentence: (subject) => `${subject}。`,
    why: (reason) => `原因：${reason}。`,
    disabledHelp: '在所有者或管理员重新启用之前，不会再向其发送任何内容。错过的事件可在 30 天内补发。',
    failingHelp: 'Deskbell 会以逐渐延长的间隔重试，并在五天后停用该 Webhook。错过的事件可在 30 天内重新发送。',
    open: '打开 Webhook',
  },
  log: {
    subject: (chat, who) => `与 ${who} 的对话 ${chat}`,
    visitor: '访客',
    numbered: (who, number) => `${who}（编号 ${number}）`,
    email: '电子邮件',
    phone: '电话',
    about: '描述',
    channel: '渠道',
    agents: '客服',
    began: '开始',
    ended: '结束',
    rating: '评价',
    ratings: { positive: '好评', negative: '差评' },
    blocked: '已屏蔽',
    isBlocked: '是：此访客无法发送消息',
    open: '打开对话',
  },
}
