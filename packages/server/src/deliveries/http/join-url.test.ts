import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinUrl } from './join-url.ts'

test('A21 one slash between address and public id, the query kept after the path', () => {
  const rows = [
    ['https://h/p', 'https://h/p/ID'],
    ['https://h/p/', 'https://h/p/ID'],
    ['https://h/p//', 'https://h/p/ID'],
    ['https://h/p?x=1', 'https://h/p/ID?x=1'],
    ['https://h/p/?x=1&y=a/b', 'https://h/p/ID?x=1&y=a/b'],
    ['https://h/p?x=1?y', 'https://h/p/ID?x=1?y'],
    ['https://h', 'https://h/ID'],
    ['https://h/', 'https://h/ID'],
    ['https://h?x=1', 'https://h/ID?x=1'],
    ['https://h:8443/a/b.php', 'https://h:8443/a/b.php/ID'],
    ['https://h/p#part', 'https://h/p/ID'],
    ['https://h/p?x=1#part', 'https://h/p/ID?x=1'],
    [' https://h/p ', 'https://h/p/ID'],
    ['https://h/p%20q/', 'https://h/p%20q/ID'],
  ] as const
  for (const [serverUrl, joined] of rows) assert.equal(joinUrl(serverUrl, 'ID'), joined)
})
