import { openBrowser } from '../packages/server/test/browser.ts'
import { startDeskbell, WIDGET_ID } from './parts/deskbell.ts'
import { inMs, median, print, quantile } from './parts/figures.ts'
import { type Typed, type } from './parts/typed.ts'
import { type Added, load, type Loaded, startSite } from './parts/web-page.ts'

/**
 * The cost of the widget for its page, on a device four times slower than this machine; and how long until an agent
 * sees a visitor's typed message, compared with the server's answer.
 */
const TURNS = 9
const MESSAGES = 300
const ROUNDS = 3

const deskbell = await startDeskbell({ kind: 'server', widget: true })
const url = `http://localhost:${deskbell.port}`
const site = await startSite(url, WIDGET_ID)
const browser = await openBrowser()
try {
  const loads: Record<Added, Loaded[]> = { nothing: [], bare: [], widget: [] }
  for (let turn = 0; turn < TURNS; turn++)
    for (const added of ['nothing', 'bare', 'widget'] as const)
      loads[added].push(await load(browser, site.at(added), url))
  const of = (added: Added, pick: (one: Loaded) => number) => median(loads[added].map(pick))
  const total = (added: Added) => of(added, (one) => one.total) - of('nothing', (one) => one.total)
  const fetched = loads.widget[0]?.fetched ?? []

  const rounds: Typed[][] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await type(browser, deskbell, site.at('widget'), MESSAGES))
  const p99 = (round: Typed[], until: 'answered' | 'seen') =>
    quantile(
      round.map((one) => one[until] - one.sent),
      0.99,
    )
  const typed = rounds.map((round) => ({ answered: p99(round, 'answered'), seen: p99(round, 'seen') }))

  print('widget', [
    {
      question: 'Main thread, all tasks that the widget causes until it has spoken with the server, 4x slower',
      measured: `${inMs(total('widget'))}; an empty script, the settings, a bare button and a socket by hand: ${inMs(total('bare'))}`,
      value: total('widget'),
      unit: 'ms',
      most: 30,
    },
    {
      question: 'The longest of them',
      measured: `${inMs(of('widget', (one) => one.longest))}, the frame that shows the label; by hand ${inMs(of('bare', (one) => one.longest))}`,
      value: of('widget', (one) => one.longest),
      unit: 'ms',
      most: 10,
    },
    {
      question: 'Layout shift',
      measured: `the most of ${TURNS} visits`,
      value: Math.max(...loads.widget.map(({ shift }) => shift)),
      unit: '',
      most: 0,
    },
    {
      question: 'Cookies',
      measured: `the most of ${TURNS} visits`,
      value: Math.max(...loads.widget.map(({ cookies }) => cookies)),
      unit: '',
      most: 0,
    },
    {
      question: 'Requests before the window is opened: the script, and the settings',
      measured: fetched.map(({ path, bytes }) => `${path} ${bytes} B with its head`).join(', '),
      value: fetched.length,
      unit: '',
      most: 2,
    },
    {
      question: "From the visitor's key to the agent's screen, p99, over the server's own answer",
      measured:
        `${ROUNDS} times ${MESSAGES} messages: on the screen p99 ${inMs(median(typed.map(({ seen }) => seen)))}, ` +
        `answered p99 ${inMs(median(typed.map(({ answered }) => answered)))}`,
      value: median(typed.map(({ seen, answered }) => seen / answered)),
      unit: '',
      most: 1.5,
    },
  ])
} finally {
  await browser.close()
  site.close()
  await deskbell.stop()
}
