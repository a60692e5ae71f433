import type { LaterWords } from '../part.ts'

/** The list of what remains to be set up. */
export const checklist: LaterWords['checklist'] = {
  title: '开始使用',
  help: '每完成一步，Deskbell 会自动将其勾选。',
  progress: (done, all) => `已完成 ${done} / ${all}`,
  done: '已完成',
  open: '尚未完成',
  optional: '可选',
  hide: '隐藏此列表',
  hidden: '此列表已在收件箱中隐藏。',
  show: '在收件箱中显示',
  complete: '全部设置完成。您可以在设置中再次找到此列表。',
  failedLoad: '无法加载列表',
  steps: {
    company: ['填写公司名称', '访客会在聊天组件中看到它，同事会在邀请中看到它。', '输入名称'],
    try: ['以访客身份试用', '在聊天组件中写一条消息，它会像访客消息一样到达这里。', '打开聊天组件'],
    install: ['将聊天组件放到网站上', '每个页面只需一行 HTML。', '显示代码'],
    colleagues: ['邀请同事', '他们自行设置姓名和密码。', '邀请'],
    alerts: ['开启提醒', '有访客等待时，提示音和通知会告知您，Deskbell 关闭时也一样。', '设置提醒'],
    messenger: ['接入即时通讯工具', '回复在 Telegram 上给您发消息的用户。', '添加渠道'],
    bot: ['接入机器人', '它先行接待，需要时转人工客服。', '添加机器人'],
    crm: ['接入您的 CRM', 'Webhook 将每个对话告知它，其卡片显示在对话旁。', '添加 webhook'],
  },
}
