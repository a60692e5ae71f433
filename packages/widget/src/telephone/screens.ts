import type { WidgetCore } from '../core/core.ts'
import { type Act, type Screen, toDuration } from '../screen/start.ts'
import { fill } from '../window/start.ts'
import type { Callback } from './callback.ts'
import { toCountdown } from './countdown.ts'
import { needsOtherNumber } from './failures.ts'
import { toGrouped, toShownNumber } from './shown-number.ts'
import type { TelephoneWords } from './words.ts'

/** What the window shows of a call that was asked for. Returns the function that says it. */
export function toScreens(core: WidgetCore, call: Callback, words: TelephoneWords): () => Screen {
  const countdown = toCountdown(words.title)
  const link = (name: string, text: string, press: () => void): Act => ({ name, text, kind: 'link', press })
  const go = (name: string, text: string, press: () => void): Act => ({ name, text, kind: 'go', press })
  const toMessages = () => core.wish('open')
  const messages: Act = { name: 'messages', text: words.messages, icon: 'speech', kind: 'plain', press: toMessages }
  const cancel: Act = { name: 'hang', text: words.cancel, icon: 'hang', kind: 'hang', press: call.cancel }

  function waiting(): Screen {
    const { form, view, asked, startedAt, step } = call
    const title = fill(words.calling, view ? toGrouped(view.phone, form) : toShownNumber(asked?.shown ?? ''))
    const passed = Date.now() - startedAt
    const whole = (form?.usual ?? 0) * 1000
    const left = whole - passed
    const looking = whole > 0 && left <= 0 ? words.longer : words.looking
    const screen: Screen = {
      ...{ look: 'rings', title, text: step === 'starting' ? words.starting : looking, drawing: 'phone' },
      acts: [messages, cancel],
    }
    if (left <= 0) return { ...screen, time: passed }
    countdown.draw(left, whole)
    return { ...screen, look: 'still', face: countdown.box }
  }
  function answered(): Screen {
    const { view, talkingSince } = call
    const agent = view?.agent ?? { name: words.agent }
    const isTalking = view?.since !== null
    return {
      ...{ look: isTalking ? 'talks' : 'rings', title: agent.name, agent, text: toState(call, words) },
      ...(isTalking && { time: Date.now() - talkingSince }),
      acts: isTalking ? [messages] : [messages, cancel],
    }
  }
  function over(): Screen {
    const { view, failure, asked } = call
    const took = view?.since ? words.lasted.replace('{}', toDuration(view.since)) : ''
    const back = link('write', failure ? words.write : words.back, toMessages)
    const other = (make: typeof go) => make('other', words.other, call.other)
    const isPossible = core.callback === 'on'
    const again = asked && isPossible && go('again', words.again, () => void call.begin(asked))
    const isBad = failure !== undefined && failure !== 'stopped'
    const acts = !isPossible || !failure ? [{ ...back, kind: 'go' as const }] : undefined
    return {
      ...{ look: 'still', title: view?.agent?.name ?? core.callTitle ?? words.title, isBad },
      ...(!view?.agent && { title: core.callTitle || words.title }),
      text: failure ? words[failure] : `${words.ended} ${took}`.trim(),
      ...(view?.agent ? { agent: view.agent } : { drawing: 'phone' as const }),
      acts: acts ?? (again && !needsOtherNumber(failure!) ? [again, other(link), back] : [other(go), back]),
    }
  }
  return () => {
    if (call.step === 'over') return over()
    return call.view?.agents[0] ? answered() : waiting()
  }
}

/** How it stands with an agent who has taken the call. */
export function toState({ view }: Callback, words: TelephoneWords): string {
  return view?.since === null ? words.rings : words.talking
}
