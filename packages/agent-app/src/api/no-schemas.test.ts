import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { importsOf } from '../../../../tools/imports.ts'

test('no module that the application loads imports a schema: it uses only the types of route declarations', () => {
  const seen = new Set<string>()
  const importers: string[] = []
  const targetOf = (name: string, from: URL): URL | undefined => {
    if (name.startsWith('.')) return new URL(name, from)
    return name.startsWith('@deskbell/') ? new URL(import.meta.resolve(name)) : undefined
  }
  const walk = (file: URL): void => {
    if (seen.has(file.href)) return
    seen.add(file.href)
    for (const { name, isType } of importsOf(readFileSync(file, 'utf8'))) {
      if (isType) continue
      if (/^typebox(?:\/|$)/.test(name)) importers.push(file.pathname)
      const target = targetOf(name, file)
      if (target && /\.tsx?$/.test(target.pathname)) walk(target)
    }
  }
  walk(new URL('../start.tsx', import.meta.url))
  assert.ok([...seen].some((file) => file.endsWith('/protocol/src/limits.ts')))
  assert.deepEqual(importers, [])
})
