import { Bot, BotChange, Bots, NewBot, Sandbox, SandboxStep } from '../bot.ts'
import { BotPath, SandboxPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Bots'

/** Bots and their sandboxes. */
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
    description: 'Owners and admins. New chats on the channels of the bot go to the bot first.',
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
      'Fields that are left out stay unchanged. A token or a secret keeps its value if the request contains it in the masked form in which it is read. `authorization` null switches authorization off.',
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
      'Its token is refused from now on. Chats in which a visitor waits for an answer of the bot go to agents at once, its other chats when the visitor writes.',
    may: 'bot.remove',
    params: BotPath,
    answers: { 204: null },
  }),
  beginSandbox: route({
    method: 'POST',
    path: '/bots/:bot/sandboxes',
    tag,
    summary: 'Start a sandbox',
    description: 'A test conversation with the provider, without a visitor and without a chat.',
    may: 'bot.try',
    params: BotPath,
    answers: { 201: Sandbox },
  }),
  readSandbox: route({
    method: 'GET',
    path: '/bots/:bot/sandboxes/:sandbox',
    tag,
    summary: 'Read a sandbox',
    description:
      'Every request and answer so far. The provider may post its answers later: read the sandbox again to see them.',
    may: 'bot.try',
    params: SandboxPath,
    answers: { 200: Sandbox },
  }),
  playStep: route({
    method: 'POST',
    path: '/bots/:bot/sandboxes/:sandbox',
    tag,
    summary: 'Send the next event of a sandbox',
    description:
      'Sends one event to the provider, with one attempt, and returns the sandbox when the provider has answered.',
    may: 'bot.try',
    params: SandboxPath,
    body: SandboxStep,
    answers: { 200: Sandbox },
  }),
}
