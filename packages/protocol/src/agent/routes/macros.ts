import { Macro, MacroChange, MacroRun, Macros, NewMacro, RunMacroBody } from '../macro.ts'
import { OnceHeaders } from './once.ts'
import { ChatMacroPath, MacroPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Macros'

/** Lists of steps that agents run in a chat at once: shared ones, and each agent's own. */
export const MACRO_ROUTES = {
  listMacros: route({
    method: 'GET',
    path: '/macros',
    tag,
    summary: 'List macros',
    description: 'The shared ones and your own, the most used first.',
    may: 'canned.see',
    answers: { 200: Macros },
  }),
  addMacro: route({
    method: 'POST',
    path: '/macros',
    tag,
    summary: 'Add a macro',
    description:
      'One of your own, or, for owners and admins, a shared one. A step that cannot follow those before it is refused.',
    may: 'canned.own',
    body: NewMacro,
    answers: { 201: Macro },
  }),
  changeMacro: route({
    method: 'PATCH',
    path: '/macros/:macro',
    tag,
    summary: 'Change a macro',
    description: 'Fields that are left out stay unchanged. Owners and admins change shared ones.',
    may: 'canned.own',
    params: MacroPath,
    body: MacroChange,
    answers: { 200: Macro },
  }),
  removeMacro: route({
    method: 'DELETE',
    path: '/macros/:macro',
    tag,
    summary: 'Remove a macro',
    may: 'canned.own',
    params: MacroPath,
    answers: { 204: null },
  }),
  runMacro: route({
    method: 'POST',
    path: '/chats/:chat/macros/:macro/run',
    tag,
    summary: 'Run a macro in a chat',
    description:
      'All steps are carried out in their order, or none: a refusal names the step as its `field`, such as `/steps/1`. Each step follows the rules of the request that does the same alone.',
    may: 'chat.write',
    params: ChatMacroPath,
    headers: OnceHeaders,
    body: RunMacroBody,
    answers: { 200: MacroRun },
  }),
}
