import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'
import type { LaterWords } from '../part.ts'

const count = counting('zh')

export const entry: LaterWords['start']['entry'] = {
  invitation: '加入您的同事',
  invitedTo: (by, company) =>
    company === '' ? `${isolate(by)} 邀请您回复对话。` : `${isolate(by)} 邀请您回复 ${isolate(company)} 的对话。`,
  email: '邮箱',
  emailHelp: '您用此地址登录。',
  name: '您的姓名',
  nameHelp: '访客会在您的回复旁看到它。',
  password: '密码',
  passwordHelp: '至少 10 个字符。',
  join: '加入',
  newPassword: '设置新密码',
  newPasswordFor: (name, company) =>
    company === '' ? `为 ${isolate(name)} 设置。` : `为 ${isolate(company)} 的 ${isolate(name)} 设置。`,
  newPasswordHelp: '至少 10 个字符。您将在其他所有位置退出登录，您的 API 令牌将失效。',
  setPassword: '设置密码并登录',
  ended: '此链接已失效',
  endedHelp: '它已使用、已撤销或已过期。',
  endedInvitation: '请联系邀请您的同事获取新链接。',
  endedPassword: '请在登录页面索取新链接。',
  toSignIn: '前往登录',
  failed: '无法检查链接',
  forgotTitle: '忘记密码？',
  forgotHelp: '请输入您的邮箱。如果有客服使用此地址，我们会发送用于设置新密码的链接。',
  forgotSend: '发送链接',
  forgotSent: (email) =>
    `如果 ${isolate(email)} 属于某位客服，链接已在发送途中。链接一小时内有效，只能使用一次。几分钟后仍未收到邮件？请查看垃圾邮件文件夹，并检查地址是否正确。`,
  forgotNoMail: '此服务器无法发送邮件。请联系所有者或管理员：他们可以在“团队”中为您创建设置新密码的链接。',
  back: '返回登录',
}

export const invite: LaterWords['start']['invite'] = {
  invite: '邀请同事',
  title: '邀请一位同事',
  help: '对方会收到一个链接，用于设置姓名和密码。',
  email: '邮箱',
  role: '角色',
  channels: '渠道',
  channelsHelp: '该同事负责回复哪些渠道的对话。所有者和管理员可以看到所有对话。',
  noChannels: '还没有渠道，您可以稍后再分配。',
  noneChosen: '没有渠道的同事看不到任何对话。',
  departments: '部门',
  make: '创建链接',
  send: '发送邀请',
  sentTitle: '邀请已发送',
  sent: (email) => `${isolate(email)} 会收到一封带链接的邮件。链接 7 天内有效，只能使用一次。`,
  linkTitle: '请将此链接交给您的同事',
  linkHelp: (email) =>
    `此服务器无法发送邮件，请自行将链接交给 ${isolate(email)}。链接 7 天内有效，只能使用一次，且仅在此时显示。`,
  link: '邀请链接',
  copy: '复制链接',
  done: '完成',
  list: '邀请',
  listHelp: '尚未加入的同事。',
  invitedBy: (by, when) => (by === '' ? `有效期至 ${when}` : `由 ${isolate(by)} 邀请 · 有效期至 ${when}`),
  expired: '已过期',
  assigned: (channels, departments) =>
    [channels > 0 && count(channels, { other: '个渠道' }), departments > 0 && count(departments, { other: '个部门' })]
      .filter(Boolean)
      .join(' · '),
  failedLoad: '无法加载邀请',
  actions: (email) => `对 ${isolate(email)} 的邀请的操作`,
  again: '重新发送',
  newLink: '新链接',
  revoke: '撤销',
  revokeTitle: (email) => `撤销对 ${isolate(email)} 的邀请？`,
  revokeHelp: '其链接立即失效。',
  reset: '密码重置链接',
  resetTitle: (name) => `为 ${isolate(name)} 设置新密码？`,
  resetMail: (name) => `${isolate(name)} 会收到一封邮件，其中有设置新密码的链接。链接一小时内有效，只能使用一次。`,
  resetAsk: (name) =>
    `Deskbell 会创建一个设置新密码的链接，由您交给 ${isolate(name)}。链接一小时内有效，只能使用一次。`,
  resetSend: '发送链接',
  resetSent: '邮件正在发送。',
  resetLink: '设置新密码的链接',
  resetShown: '仅在此时显示。请勿交给其他人。',
}

export const company: LaterWords['start']['company'] = {
  title: '公司',
  help: '访客会在没有自定义标题的聊天组件和邮件中看到此名称。',
  name: '名称',
  nameHelp: '没有名称时，访客会看到其语言中的“在线咨询”。',
  timeZone: '时区',
  timeZoneHelp: '用于邮件中的时间。每个渠道的工作时间有各自的时区。',
  logoAlt: '公司标志',
  logoNone: '没有标志',
  logoChoose: '选择标志',
  logoChange: '更换标志',
  logoRemove: '移除',
  logoHelp: '显示在聊天组件顶部和邀请页面。支持 PNG、JPEG、GIF 或 WebP。',
}

/** Agents who are on no channel receive no chats. */
export const onChannels: LaterWords['start']['onChannels'] = {
  none: '未分配渠道：此客服收不到任何对话。',
  title: (name) => `${isolate(name)} 的渠道`,
  legend: '渠道',
  help: '该客服会收到这些渠道的对话。',
  yours: '您还没有分配到渠道',
  yoursHelp: '您收不到任何对话。请联系所有者或管理员将您添加到渠道。',
  others: (names) => `${names}：未分配渠道，收不到任何对话。`,
  choose: '选择渠道',
}
