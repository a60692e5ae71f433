import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'
import type { Words } from '../en.ts'
import { listing } from '../listing.ts'

const count = counting('zh')
const listed = listing('zh')

export const list: Words['list'] = {
  draft: '草稿',
  draftHelp: '此对话中有一份未发送的草稿。',
  said: (author) => `${author}：`,
  channel: (name) => `渠道：${isolate(name)}`,
  tags: (names) => `标签：${names.map(isolate).join('、')}`,
  moreTags: (n) => `+${n}`,
  density: '列表行距',
  densities: { comfortable: '宽松', compact: '紧凑' },
}

export const inbox: Words['inbox'] = {
  title: '收件箱',
  views: { waiting: '等待中', mine: '我的', all: '全部', closed: '已关闭', snoozed: '已延后' },
  viewsLabel: '视图',
  list: (view) => `对话：${view}`,
  filter: '搜索此列表',
  filterHelp: '姓名、邮箱、电话、编号、渠道、标签或消息内容',
  clearFilter: '清除搜索',
  noMatch: '此列表中没有匹配的对话',
  noMatchHelp: '已搜索此列表中对话的访客、渠道、标签和所有消息。',
  searchAll: '搜索全部内容',
  failedSearch: '无法搜索',
  filters: '筛选',
  filtersSet: (n) => count(n, { other: '个筛选条件' }),
  noneFits: '没有符合筛选条件的对话',
  noneFitsHelp: '对话符合条件后会立即显示在这里。',
  clearFilters: '清除筛选',
  empty: {
    waiting: ['没有等待中的对话', '访客发来消息后，新对话会立即显示在这里。'],
    mine: ['您还没有对话', '回复等待中的对话，即可将其归到您名下。'],
    all: ['没有进行中的对话', '所有进行中的对话都显示在这里。'],
    closed: ['还没有已关闭的对话', '已关闭的对话显示在这里。'],
    snoozed: ['没有已延后的对话', '您延后的对话会保留在这里，直到设定的时间或访客发来新消息。'],
  },
  anonymous: '访客',
  visitor: (number) => `访客 ${number}`,
  number: (number) => `#${number}`,
  you: '您',
  agent: '客服',
  bot: '机器人',
  noText: '还没有消息',
  unread: (n) => count(n, { other: '条未读消息' }),
  waitingFor: (time) => `已等待 ${time}`,
  failed: (n) => count(n, { other: '条消息未送达' }),
  heldBy: (name) => `由 ${isolate(name)} 处理`,
  heldByYou: '由您处理',
  department: (name) => `部门：${isolate(name)}`,
  typing: '正在输入…',
  failedLoad: '无法加载对话',
  pick: '选择一个对话',
  pickHelp: '按 J 和 K 移动，按 Enter 打开。',
  justNow: '刚刚',
  count: (n, more) => `${n}${more ? '+' : ''}`,
  chats: (n, more) => `${n}${more ? '+' : ''} 个对话`,
  attach: '文件',
}

export const closing: Words['closing'] = {
  closed: (name) => `与 ${isolate(name)} 的对话已关闭`,
  undo: '撤消',
  undoKey: '按 Z 撤消。',
  wrote: (name) => `${isolate(name)} 发来了消息，对话保持打开`,
  wentOn: (name) => `与 ${isolate(name)} 的对话保持打开`,
  notClosed: (name) => `无法关闭与 ${isolate(name)} 的对话`,
  notUndone: (name) => `无法撤消关闭与 ${isolate(name)} 的对话`,
  open: '打开',
  dismiss: '关闭提示',
  notices: '提示',
  keptYou: '您让此对话保持打开',
  kept: (name) => `${isolate(name)} 让此对话保持打开`,
  keptByVisitor: '关闭对话时访客发来了消息，对话保持打开',
}

export const waiting: Words['waiting'] = {
  hold: '撤回消息',
  holdHelp: '发送后的这段时间内，您可以撤回消息，之后访客才会收到。此选择适用于您的所有设备。',
  holdNone: '立即发送',
  holdSeconds: (n) => count(n, { other: '秒' }),
  scheduled: '等待发送的消息',
  sendLater: '稍后发送',
  schedule: '定时发送',
  times: { hour: '1 小时后', tomorrow: '明天上午', monday: '周一上午', own: '选择时间…' },
  when: '什么时候？',
  noTime: '请输入日期和时间。',
  inPast: '这个时间已经过去了。',
  tooFar: (days) => `最多可设为 ${count(days, { other: '天' })}之后。`,
  sendingIn: (seconds) => `${seconds} 秒后发送`,
  sentAt: (time) => `将于 ${time} 发送`,
  by: (name) => `来自 ${isolate(name)}`,
  visitorWrote: '此后访客又发来了消息',
  takeBack: '撤回',
  edit: '编辑',
  sendNow: '立即发送',
  snooze: '延后',
  snoozeUntil: '延后至',
  untilVisitor: '访客发来消息时',
  snoozedUntil: (end) => `已延后至 ${end}`,
  wake: '结束延后',
  view: '已延后',
  woken: '延后结束',
  handOver: '转交',
  noColleagues: '还没有其他同事。',
  presence: (presence) => ({ online: '在线', away: '离开', offline: '离线' })[presence],
  tookBackYou: '您撤回了一条消息',
  tookBack: (name) => `${isolate(name)} 撤回了一条消息`,
  cancelledClosed: '对话已关闭，一条定时消息已取消',
  cancelledBlocked: '访客已被屏蔽，一条定时消息已取消',
  snoozedYou: (until) => `您将对话延后至 ${until}`,
  snoozed: (name, until) => `${isolate(name)} 将对话延后至 ${until}`,
  visitorWrites: '访客发来消息时',
  wokeByTime: '延后时间已到',
  wokeByVisitor: '访客发来了消息，延后已结束',
  wokeYou: '您结束了延后',
  woke: (name) => `${isolate(name)} 结束了延后`,
  handedYou: (to) => `您将对话转交给 ${isolate(to)}`,
  handed: (name, to) => `${isolate(name)} 将对话转交给 ${isolate(to)}`,
}

/** So many agents are named; of more, the others are counted. */
const NAMED = 2
const named = (names: readonly string[]): string =>
  names.length <= NAMED + 1
    ? listed.format(names.map(isolate))
    : `${names.slice(0, NAMED).map(isolate).join('、')}和另外 ${count(names.length - NAMED, { other: '人' })}`

export const looking: Words['looking'] = {
  viewing: (names) => `${named(names)} 正在查看`,
  writing: (name) => `${isolate(name)} 正在写回复`,
  noting: (name) => `${isolate(name)} 正在写备注`,
}

export const notes: Words['notes'] = {
  kind: '书写类型',
  reply: '回复',
  note: '备注',
  help: '仅团队成员可见',
  placeholder: '写备注，用 @ 提及同事',
  send: '保存备注',
  by: (name) => `${isolate(name)}：内部备注`,
  whom: '提及同事',
  mentionsYou: '提到了您',
  write: '写备注',
  inArchive: '备注',
}

type Changed = Parameters<Words['tags']['changedYou']>[0]
const quoted = (names: readonly string[]) => `标签${names.map((name) => `“${isolate(name)}”`).join('、')}`
const what = ({ added, removed }: Changed) =>
  [added.length > 0 && `添加了${quoted(added)}`, removed.length > 0 && `移除了${quoted(removed)}`]
    .filter(Boolean)
    .join('，')

export const tags: Words['tags'] = {
  ofChat: '此对话的标签',
  set: '标签',
  more: (n) => `+${n}`,
  moreLabel: (n) => `另外 ${n} 个`,
  changed: (name, changed) => `${isolate(name)} ${what(changed)}`,
  changedYou: (changed) => `您${what(changed)}`,
}
