import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../routes.ts'
import type { Route } from './route.ts'
import * as agents from './agents.ts'
import * as alerts from './alerts.ts'
import * as archive from './archive.ts'
import * as bots from './bots.ts'
import * as canned from './canned.ts'
import * as channels from './channels.ts'
import * as chats from './chats.ts'
import * as contacts from './contacts.ts'
import * as checklist from './checklist.ts'
import * as deliveries from './deliveries.ts'
import * as departments from './departments.ts'
import * as invitations from './invitations.ts'
import * as macros from './macros.ts'
import * as me from './me.ts'
import * as messages from './messages.ts'
import * as offline from './offline-messages.ts'
import * as passwordResets from './password-resets.ts'
import * as search from './search.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as tags from './tags.ts'
import * as telegram from './telegram.ts'
import * as visitors from './visitors.ts'
import * as waiting from './waiting.ts'
import * as webhooks from './webhooks.ts'

const RESOURCES = [agents, archive, bots, channels, chats, deliveries, departments, me, messages, offline, session]
const MORE = [
  search,
  canned,
  contacts,
  checklist,
  invitations,
  macros,
  passwordResets,
  settings,
  tags,
  telegram,
  visitors,
  waiting,
  webhooks,
]
const all: [string, Route][] = Object.entries(ROUTES)

test('the list has every operation that a resource declares, each with a unique name', () => {
  const tables = [...RESOURCES, ...MORE, alerts].flatMap((module) => Object.values<Record<string, Route>>(module))
  const names = tables.flatMap((table) => Object.keys(table))
  assert.deepEqual(names.toSorted(), Object.keys(ROUTES).toSorted())
})

test('no two routes have the same method and path', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  assert.deepEqual(addresses, [...new Set(addresses)])
})

test('each parameter of a path is declared, and no other', () => {
  for (const [name, { path, params }] of all) {
    const written = [...path.matchAll(/:(\w+)/g)].map(([, one = '']) => one)
    assert.deepEqual(Object.keys(params?.properties ?? {}).toSorted(), written.toSorted(), name)
  }
})

test('a GET has no body, and a route with a form has no other', () => {
  for (const [name, { method, body, form }] of all) {
    if (method === 'GET') assert.equal(body ?? form, undefined, name)
    if (form) assert.equal(body, undefined, name)
  }
})
