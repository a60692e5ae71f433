import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { counting } from '../plural.ts'

const count = counting('zh')

const minutesInWords = (minutes: number): string => {
  if (minutes % 1440 === 0) return count(minutes / 1440, { other: '天' })
  return minutes % 60 === 0 ? count(minutes / 60, { other: '小时' }) : count(minutes, { other: '分钟' })
}

/** Macros: their list in the settings, and running them in a chat. */
export const macros: LaterWords['macros'] = {
  title: '宏',
  help: '在对话中一次执行多个步骤。在对话中按 M，或在空白消息中输入 /。',
  add: '新建宏',
  edit: (title) => `编辑“${isolate(title)}”`,
  remove: '移除',
  removeTitle: (title) => `移除“${isolate(title)}”？`,
  removeHelp: '它在对话中执行过的操作会保留。',
  sharedList: '与所有客服共享',
  own: '仅您可用',
  shared: '共享',
  sharedHelp: '所有客服都可以运行。',
  empty: '还没有宏',
  emptyHelp: '保存您反复进行的操作，例如：致谢、添加标签、关闭。然后一键运行。',
  failedLoad: '无法加载宏',
  fields: { title: '标题', shortcut: '快捷词' },
  shortcutHelp: '在 / 后输入即可找到：字母、数字、- 和 _。',
  steps: '步骤',
  stepsHelp: '按此顺序执行：要么全部执行，要么都不执行。',
  noSteps: '请添加第一个步骤。',
  addStep: '添加步骤',
  step: (n, name) => `步骤 ${n}：${name}`,
  up: (n) => `上移步骤 ${n}`,
  down: (n) => `下移步骤 ${n}`,
  removeStep: (n) => `移除步骤 ${n}`,
  moved: (n) => `现在是步骤 ${n}`,
  names: {
    accept: '接入对话',
    send: '发送消息',
    note: '写备注',
    tag: '更改标签',
    'hand-over': '转交',
    snooze: '延后',
    close: '关闭对话',
  },
  text: '内容',
  insert: '插入变量…',
  addTags: '添加',
  removeTags: '移除',
  noTags: '还没有标签。',
  to: '转交给',
  agents: '同事',
  departments: '部门',
  choose: '选择…',
  goneReceiver: '已不存在',
  until: '延后至',
  inTime: (minutes) => `${minutesInWords(minutes)}后`,
  visitorWrites: '访客发来消息时',
  preview: '在某位访客的对话中',
  does: {
    accept: '如果对话没有客服处理，则接入对话',
    send: '发送',
    note: '写内部备注',
    addsTags: (names) => `添加 ${names}`,
    removesTags: (names) => `移除 ${names}`,
    handsTo: (name) => `将对话转交给 ${isolate(name)}`,
    handsToGone: '将对话转交给已不存在的客服或部门',
    snoozes: (minutes) => (minutes === null ? '延后至访客发来消息时' : `延后 ${minutesInWords(minutes)}`),
    closes: '关闭对话',
  },
  goneTag: '已移除的标签',
  run: '运行宏',
  search: '搜索宏',
  none: '没有匹配的宏',
  ran: (title) => `“${isolate(title)}”已完成`,
  failed: (title) => `“${isolate(title)}”未执行任何操作。`,
  failedAt: (n, name) => `步骤 ${n}（${name}）：`,
  dismiss: '关闭提示',
  pickHelp: 'Enter 运行，Esc 关闭',
  manage: '编辑宏',
}
