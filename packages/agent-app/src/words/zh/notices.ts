import { isolate } from '../isolate.ts'

/** The notifications of alerts. The service worker shows them, too, so this file has nothing else. */
export const notices = {
  numbered: (number: string) => (number ? `访客 ${number}` : '一位访客'),
  notice: {
    waiting: (name: string) => ({ title: `${isolate(name)} 正在等待`, body: '还没有客服回复。' }),
    message: (name: string) => ({ title: `${isolate(name)} 给您发来了消息`, body: '打开对话即可回复。' }),
    handed: (name: string) => ({ title: '有对话转交给您', body: `与 ${isolate(name)} 的对话。` }),
    woken: (name: string) => ({ title: '延后的对话已回来', body: `与 ${isolate(name)} 的对话。` }),
    offered: (name: string) => ({ title: '有对话要交给您', body: `与 ${isolate(name)} 的对话。` }),
    asked: (name: string) => ({ title: '有人邀请您加入对话', body: `与 ${isolate(name)} 的对话。` }),
    returned: (name: string) => ({ title: '对话仍由您处理', body: `与 ${isolate(name)} 的对话。` }),
    unattended: (name: string) => ({ title: '有对话无人照看', body: `在线人员都无法回复${isolate(name)}。` }),
    mention: (name: string) => ({ title: '有同事提到了您', body: `在与 ${isolate(name)} 的对话中。` }),
    task: (name: string, text: string) => ({ title: `任务到期：${isolate(name)}`, body: isolate(text) }),
    assigned: (name: string, text: string) => ({ title: `给您的任务：${isolate(name)}`, body: isolate(text) }),
    call: (name: string, text: string) => ({ title: `${isolate(name)}来电`, body: `${isolate(text)} ·` }),
    callback: (name: string, text: string) => ({ title: `${isolate(name)} 请求回电`, body: `${isolate(text)} ·` }),
    call_over: () => ({ title: '来电已不再响铃', body: '' }),
    missed_call: (name: string) => ({ title: `${isolate(name)} 的未接来电`, body: '没有客服接听。' }),
    test: () => ({ title: '提醒可以送达此设备', body: '这是一次测试。' }),
  },
}
