import { counting } from '../plural.ts'
import { isolate } from '../isolate.ts'
import type { Words } from '../en.ts'

const count = counting('zh')

export const common: Words['common'] = {
  save: '保存',
  saved: '已保存',
  cancel: '取消',
  close: '关闭',
  back: '返回',
  retry: '重试',
  copy: '复制',
  copied: '已复制',
  loading: '正在加载',
  remove: '移除',
  more: '加载更多',
  never: '从未',
  yes: '是',
  no: '否',
  optional: '选填',
  you: '您',
  skip: '跳到主要内容',
}

export const problem: Words['problem'] = {
  unreachable: '无法连接到 Deskbell，请检查网络连接。',
  unknown: '出错了，请重试。',
  status: (status) =>
    status >= 500 ? `服务器出错（${status}），请稍后重试。` : `操作未成功（${status}）。请重新加载页面，然后重试。`,
  crashed: '此页面出错了',
  crashedHelp: '您的消息和草稿已保存。请重新加载页面以继续。',
  reload: '重新加载',
  forbidden: '您没有访问权限',
  forbiddenHelp: '请联系所有者或管理员获取权限。',
  missing: '此地址没有对应的页面',
  missingHelp: '地址可能已过期，或者内容已被移除。',
  toInbox: '前往收件箱',
  offline: '您已离线',
  offlineHelp: '此页面需要网络连接，恢复连接后会自动加载。',
  old: '有新版本可用，请重新加载以继续。',
}

export const signIn: Words['signIn'] = {
  title: '登录',
  email: '邮箱',
  password: '密码',
  submit: '登录',
  busy: '正在登录…',
  wait: (time) => `尝试次数过多，请等待 ${time}后重试。`,
  ended: '您已退出登录。请重新登录，继续之前的工作。',
  show: '显示密码',
  hide: '隐藏密码',
  forgot: '忘记密码？',
  first: '首次使用？服务器启动时会输出所有者的登录信息。',
}

export const nav: Words['nav'] = {
  label: '主导航',
  inbox: '收件箱',
  search: '搜索',
  live: '实时',
  visitors: '访客',
  contacts: '联系人',
  tasks: '任务',
  tasksDue: (n) => `到期任务：${n}`,
  calls: '通话',
  callsMissed: (n) => `未接来电：${n}`,
  offlineAll: '离线留言',
  archive: '归档',
  more: '更多',
  me: '个人资料',
  settings: '设置',
  menu: '您的菜单',
  signOut: '退出登录',
  commandMenu: '命令菜单',
  shortcuts: '键盘快捷键',
  theme: '外观',
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
  presence: '状态',
  presences: { online: '在线', away: '离开' },
  presenceHelp: { online: '接收新对话', away: '不接收新对话' },
  unsent: '部分消息尚未发送',
  unsentHelp: (n) => `有 ${count(n, { other: '条消息' })}等待发送。如果现在退出登录，这些消息将会丢失。`,
  signOutAnyway: '仍要退出登录',
}

export const connection: Words['connection'] = {
  connecting: '正在连接…',
  lost: '正在重新连接…',
  lostHelp: '连接恢复后，您写的消息会自动发送。',
  offline: '您已离线',
  offlineHelp: '恢复联网后，您写的消息会自动发送。',
  retry: '立即重试',
  back: '已重新连接',
}

export const announce: Words['announce'] = {
  message: (name) => `来自 ${isolate(name)} 的新消息`,
  messages: (n, chats) => `${count(chats, { other: '个对话' })}中有 ${count(n, { other: '条新消息' })}`,
  waiting: (name) => `${isolate(name)} 正在等待客服`,
  waitingMany: (chats) => `${count(chats, { other: '位访客' })}正在等待客服`,
  failure: (name) => `发给 ${isolate(name)} 的一条消息未送达`,
}

export const exchange: Words['exchange'] = {
  request: '请求',
  response: '响应',
  none: '无响应。',
  headers: '标头',
  body: '正文',
  emptyBody: '空',
  took: (ms) => `${ms} 毫秒`,
  status: (status) => (status === null ? '无响应' : String(status)),
}
