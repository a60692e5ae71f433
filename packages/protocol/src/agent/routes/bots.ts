import { Bot, BotChange, Bots, NewBot, Sandbox, SandboxStep } from '../bot.ts'
import { BotPath, SandboxPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Bots'

/** The bots that answer first, and the trying of them. */
export const BOT_ROUTES = {
  listBots: route({
    method: 'GET',
    path: '/bots',
    tag,
    summary: 'List bots',
    may: 'bot.see',
    answers: { 200: Bots },
  }),
  attachBot: route({
    method: 'POST',
    path: '/bots',
    tag,
    summary: 'Attach a bot',
    description: 'Owners and admins. Chats that begin on its channels go to it first.',
    may: 'bot.create',
    body: NewBot,
    answers: { 201: Bot },
  }),
  readBot: route({
    method: 'GET',
    path: '/bots/:bot',
    tag,
    summary: 'Read a bot',
    may: 'bot.see',
    params: BotPath,
    answers: { 200: Bot },
  }),
  changeBot: route({
    method: 'PATCH',
    path: '/bots/:bot',
    tag,
    summary: 'Change a bot',
    description:
      'What is left out stays as it is. A token or a secret that is written as the dots it is read back as keeps its value. `authorization` null switches it off.',
    may: 'bot.change',
    params: BotPath,
    body: BotChange,
    answers: { 200: Bot },
  }),
  removeBot: route({
    method: 'DELETE',
    path: '/bots/:bot',
    tag,
    summary: 'Remove a bot',
    description:
      'Its token is refused from now on. Customers who wait for its answer go to people at once, the others when they write.',
    may: 'bot.remove',
    params: BotPath,
    answers: { 204: null },
  }),
  beginSandbox: route({
    method: 'POST',
    path: '/bots/:bot/sandboxes',
    tag,
    summary: 'Begin a sandbox',
    description: 'A conversation that is played against the provider. No customer and no chat has a part in it.',
    may: 'bot.try',
    params: BotPath,
    answers: { 201: Sandbox },
  }),
  readSandbox: route({
    method: 'GET',
    path: '/bots/:bot/sandboxes/:sandbox',
    tag,
    summary: 'Read a sandbox',
    description: 'Every request and answer so far. What the provider says comes when it comes: ask again.',
    may: 'bot.try',
    params: SandboxPath,
    answers: { 200: Sandbox },
  }),
  playStep: route({
    method: 'POST',
    path: '/bots/:bot/sandboxes/:sandbox',
    tag,
    summary: 'Play the next step',
    description: 'Sends one event to the provider, once, and answers with the sandbox when its answer is there.',
    may: 'bot.try',
    params: SandboxPath,
    body: SandboxStep,
    answers: { 200: Sandbox },
  }),
}
