import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { ROUTES } from '../routes.ts'
import type { Route } from './route.ts'

/** What stands beside the declarations: their types, and parts that they share. */
const OTHERS = ['call.ts', 'once.ts', 'paths.ts', 'route.ts']
const all: [string, Route][] = Object.entries(ROUTES)

test('the list has every operation that a resource declares, each with a unique name', async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts') && !OTHERS.includes(name))
  const modules = (await Promise.all(files.map((name) => import(`./${name}`)))) as Record<
    string,
    Record<string, Route>
  >[]
  const names = modules.flatMap((module) => Object.values(module).flatMap((table) => Object.keys(table)))
  assert.ok(files.length > 20)
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
