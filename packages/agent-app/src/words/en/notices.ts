import { isolate } from '../isolate.ts'

/** The notifications of alerts. The service worker shows them, too, so this file has nothing else. */
export const notices = {
  numbered: (number: string) => (number ? `Visitor ${number}` : 'A visitor'),
  notice: {
    waiting: (name: string) => ({ title: `${isolate(name)} is waiting`, body: 'No agent has answered yet.' }),
    message: (name: string) => ({ title: `${isolate(name)} wrote to you`, body: 'Open the chat to answer.' }),
    handed: (name: string) => ({ title: 'A chat was handed over to you', body: `The chat with ${isolate(name)}.` }),
    woken: (name: string) => ({ title: 'A snoozed chat is back', body: `The chat with ${isolate(name)}.` }),
    offered: (name: string) => ({ title: 'A chat is offered to you', body: `The chat with ${isolate(name)}.` }),
    asked: (name: string) => ({ title: 'You are asked to write in a chat', body: `The chat with ${isolate(name)}.` }),
    returned: (name: string) => ({ title: 'A chat stays with you', body: `The chat with ${isolate(name)}.` }),
    unattended: (name: string) => ({
      title: 'A chat is unattended',
      body: `Nobody online can answer ${isolate(name)}.`,
    }),
    mention: (name: string) => ({ title: 'A colleague mentioned you', body: `In the chat with ${isolate(name)}.` }),
    task: (name: string, text: string) => ({ title: `Task due: ${isolate(name)}`, body: isolate(text) }),
    assigned: (name: string, text: string) => ({ title: `A task for you: ${isolate(name)}`, body: isolate(text) }),
    call: (name: string, text: string) => ({ title: `${isolate(name)} is calling`, body: `${isolate(text)} ·` }),
    callback: (name: string, text: string) => ({
      title: `${isolate(name)} asks to be called`,
      body: `${isolate(text)} ·`,
    }),
    call_over: () => ({ title: 'The call does not ring any more', body: '' }),
    missed_call: (name: string) => ({ title: `Missed call from ${isolate(name)}`, body: 'No agent took it.' }),
    test: () => ({ title: 'Alerts reach this device', body: 'This was a test.' }),
  },
}

export type Notices = typeof notices
