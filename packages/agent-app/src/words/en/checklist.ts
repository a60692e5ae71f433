import type { ChecklistStep } from '@deskbell/protocol/agent/checklist-steps'

type StepWords = readonly [title: string, help: string, action: string]

/** The list of what remains to be set up. */
export const checklist = {
  title: 'Getting started',
  help: 'Deskbell ticks each step as soon as it sees that it is done.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'done',
  open: 'not done yet',
  optional: 'optional',
  hide: 'Hide this list',
  hidden: 'The list is hidden in your inbox.',
  show: 'Show it in the inbox',
  complete: 'Everything is set up. You find this list again in the settings.',
  failedLoad: 'Couldn’t load the list',
  steps: {
    company: [
      'Name your company',
      'Visitors read the name in the widget, colleagues in their invitation.',
      'Enter the name',
    ],
    try: [
      'Try it as a visitor',
      'Write a message in the widget. It arrives here as it does from a visitor.',
      'Open the widget',
    ],
    install: ['Put the widget on your website', 'One line of HTML in each page.', 'Show the line'],
    colleagues: ['Invite your colleagues', 'They set their own name and password.', 'Invite'],
    alerts: [
      'Turn on alerts',
      'Sound and notifications tell you that a visitor waits, also when Deskbell is closed.',
      'Set up alerts',
    ],
    messenger: ['Connect a messenger', 'Answer people who write to you on Telegram.', 'Add a channel'],
    bot: ['Connect a bot', 'It answers first and calls an agent when needed.', 'Add a bot'],
    crm: ['Connect your CRM', 'Webhooks tell it about each chat, and its cards appear beside chats.', 'Add a webhook'],
  } as Record<ChecklistStep, StepWords>,
}
