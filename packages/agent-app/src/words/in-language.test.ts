import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasons as german } from './de/reasons.ts'
import { saying } from './in-language.ts'

const say = saying('de', german)

test('a clause of the server is said in the language, with its values and the clauses in it', () => {
  assert.equal(
    say('The message was not delivered: no answer within 3 seconds'),
    'Die Nachricht wurde nicht zugestellt: keine Antwort innerhalb von 3 Sekunden',
  )
  assert.equal(
    say('no secure connection: its certificate has expired'),
    'keine sichere Verbindung: das Zertifikat ist abgelaufen',
  )
})

test('the words of another server stay as they are', () => {
  assert.equal(say('Blocked by the user'), 'Blocked by the user')
  assert.equal(say('the server answered with the error no_money'), 'der Server antwortete mit dem Fehler no_money')
})
