import type { TrunkTest } from '@deskbell/protocol/agent/call-test'
import type { TestFailure, TestStep } from '@deskbell/protocol/agent/call-test-steps'
import { isolate } from '../isolate.ts'

/** What went wrong, and what to do. */
export type Advice = { readonly what: string; readonly remedy: string }

/** The test call of a trunk. */
export const trunkTest = {
  title: 'Test call',
  help: 'A real call over the trunk to a telephone beside you. It may cost what a call costs.',
  number: 'Number of a telephone beside you',
  numberHelp: 'With + and its country, or an extension of your exchange.',
  call: 'Call me to test',
  again: 'Call again',
  hangUp: 'Hang up',
  list: 'Steps of the test call',
  steps: {
    settings: 'Settings read',
    host: 'Host found',
    connected: 'Connected',
    registered: 'Registered',
    engine: 'rtpengine runs',
    dialled: 'Number dialled',
    rings: 'Telephone rings',
    answered: 'Answered',
    sound: 'A melody plays',
    key: 'Key pressed',
    over: 'Call is over',
  } satisfies Record<TestStep, string> as Record<TestStep, string>,
  /** Who has hung up. */
  by: { telephone: 'You have hung up', server: 'The server has hung up' } as Readonly<Record<string, string>>,
  after: (time: string) => `after ${time}`,
  listen: 'Do you hear the melody? Press a key on the telephone, or hang up.',
  answer: 'Your telephone rings: answer it.',
  states: {
    waiting: 'A server takes the test',
    running: 'The test runs',
    passed: 'The test call works',
    failed: 'The test call failed',
    stopped: 'The test call was ended',
  } satisfies Record<TrunkTest['state'], string> as Record<TrunkTest['state'], string>,
  bothWays: 'The melody went out, and your key came back: telephones can be called over this trunk.',
  oneWay:
    'The telephone was answered. If you heard the melody, telephones can be called over this trunk. If not, MEDIA_PORTS of the server may not be open.',
  said: (words: string) => `The trunk said: ${isolate(words)}`,
  failures: {
    not_taken: { what: 'No server has taken the test.', remedy: 'Look at the log of the server, then try again.' },
    host_unknown: {
      what: 'The host was not found, or may not be connected to.',
      remedy:
        'Compare its name with the letter of your telephone company. The operator has to name private addresses in ALLOW_TARGETS.',
    },
    not_connected: {
      what: 'The trunk does not answer.',
      remedy: 'Compare host, port and transport. A firewall must let the server through.',
    },
    not_registered: {
      what: 'The trunk does not accept the user name or the password.',
      remedy: 'Compare both, and the domain, with the letter of your telephone company.',
    },
    engine_missing: { what: 'rtpengine is not installed.', remedy: 'Install it with the command above.' },
    engine_failed: { what: 'rtpengine does not run.', remedy: 'Look under Status for the reason.' },
    call_refused: {
      what: 'The trunk does not let you call this number.',
      remedy: 'Ask your telephone company whether calls to it are allowed, and whether the caller id is yours.',
    },
    wrong_number: { what: 'The trunk knows no such number.', remedy: 'Enter it with + and its country.' },
    busy: { what: 'The telephone is busy.', remedy: 'Hang it up, then try again.' },
    declined: { what: 'The telephone has declined the call.', remedy: 'Answer it when it rings.' },
    no_answer: { what: 'The telephone was not answered.', remedy: 'Answer it within 30 seconds.' },
    unreachable: { what: 'The telephone could not be reached.', remedy: 'Look whether it is switched on.' },
    trunk_failed: {
      what: 'The trunk could not put the call through.',
      remedy: 'Try again in a minute, then ask your telephone company.',
    },
    lost: { what: 'The trunk was lost during the call.', remedy: 'Look under Status for the reason.' },
    engine_died: { what: 'rtpengine has stopped during the call.', remedy: 'Look under Status for the reason.' },
    restarted: { what: 'The server that made the call has stopped.', remedy: 'Try again.' },
  } satisfies Record<TestFailure, Advice> as Record<TestFailure, Advice>,
}
