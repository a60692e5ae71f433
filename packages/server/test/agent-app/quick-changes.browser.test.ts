import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Bot } from '@deskbell/protocol/agent/bot'
import type { Channel } from '@deskbell/protocol/agent/channel'
import type { Route } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { openWindow, type Window } from './window.ts'

const testServer = await startTestServer({
  channels: [{ kind: 'api', name: 'Shop', agents: [] }],
  bots: [
    {
      ...{ name: 'Helper', providerId: 'helper', providerUrl: 'https://bot.test/hook', token: 'provider-token-1' },
      channels: [],
    },
  ],
})
const browser = await openBrowser()
let window: Window
before(async () => {
  window = await openWindow(browser, testServer)
})
after(async () => {
  await window.close()
  await browser.close()
  await testServer.close()
})

/** Holds the first change of what is at the address until it is let go; later ones are only counted. */
async function hold(address: RegExp) {
  let count = 0
  let reach!: (route: Route) => void
  const first = new Promise<Route>((resolve) => (reach = resolve))
  await window.page.route(address, async (route) => {
    if (route.request().method() === 'PATCH' && ++count === 1) reach(route)
    else await route.continue()
  })
  return { first, count: () => count, end: () => window.page.unroute(address) }
}

async function botNow(): Promise<Bot> {
  const { bots } = (await testServer.agent(ANN).call('GET', '/bots')).body as unknown as { bots: Bot[] }
  return bots[0]!
}

async function channelNow(): Promise<Channel> {
  const { channels } = (await testServer.agent(ANN).call('GET', '/channels')).body as unknown as { channels: Channel[] }
  return channels.find(({ name }) => name === 'Shop')!
}

const REFUSED = { status: 409, json: { error: { code: 'not_now', message: 'Not now.' } } }

test('a second change of a bot made while the first is sent is stored, too, and both stay shown', async () => {
  const { page } = window
  await window.go('/bots/1', 'text=Behaviour')
  const held = await hold(/\/api\/bots\/1$/)
  const [first, second] = ['Answers first', 'Extra fields'].map((name) => page.getByRole('switch', { name }))
  assert.deepEqual([await first!.isChecked(), await second!.isChecked()], [true, false])
  await first!.click()
  const route = await held.first
  await second!.click()
  // Another section has a hook of its own.
  const channel = page.getByRole('checkbox', { name: 'Shop' })
  await channel.click()
  const shown = async () => [await first!.isChecked(), await second!.isChecked(), await channel.isChecked()].join()
  await soon(async () => (await shown()) === 'false,true,true')
  assert.equal(held.count(), 1, 'the later ones wait')
  await route.continue()
  await soon(async () => {
    const { answersFirst, extraFields, channels } = await botNow()
    return !answersFirst && extraFields && channels.length === 1
  })
  await page.waitForLoadState('networkidle')
  assert.deepEqual(
    [await first!.isChecked(), await second!.isChecked(), await channel.isChecked()],
    [false, true, true],
  )
  await held.end()
  assert.deepEqual(window.faults, [])
})

test('agents of a channel are switched on one after the other, and a refusal undoes only the change that was refused', async () => {
  const { page } = window
  const { id } = await channelNow()
  await window.go(`/channels/${id}`, 'text=Shop')
  const held = await hold(new RegExp(`/api/channels/${id}$`))
  const [ann, bob] = ['Ann', 'Bob'].map((name) => page.getByRole('checkbox', { name }))
  await ann!.click()
  const route = await held.first
  await bob!.click()
  const strict = page.getByRole('switch', { name: 'Strict media' })
  const was = await strict.isChecked()
  await strict.click()
  await route.fulfill(REFUSED)
  await page.getByText('Not now.').first().waitFor()
  await soon(async () => {
    const { agents, strictMedia } = await channelNow()
    return agents.length === 1 && strictMedia !== was
  })
  await page.waitForLoadState('networkidle')
  assert.deepEqual([await ann!.isChecked(), await bob!.isChecked(), await strict.isChecked()], [false, true, !was])
  await held.end()
  const found = (await testServer.agent(ANN).call('GET', '/agents')).body as unknown as {
    agents: { id: number; name: string }[]
  }
  const bobs = found.agents.find(({ name }) => name === 'Bob')
  assert.deepEqual((await channelNow()).agents, [bobs?.id])
  assert.match(window.faults.splice(0).join(), /^(?:.*409[^,]*,?)+$/)
})
