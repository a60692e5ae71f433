import type { WidgetCore } from '../core/core.ts'
import { type Act, type Drawing, type Screen, toDuration } from '../screen/start.ts'
import type { Call } from './call.ts'
import type { CallWords } from './words.ts'

/** Whether a voice has been heard in the microphone check: `works`, not yet: `speak`, not for long: `silent`. */
export type Hearing = 'speak' | 'works' | 'silent'

/** What the window shows of the call. */
export function toScreen(core: WidgetCore, call: Call, words: CallWords, hearing: Hearing): Screen {
  const { settings } = core.boot
  const title = core.callTitle || words.title
  const go = (name: string, text: string, press: () => void): Act => ({ name, text, kind: 'go', press })
  const write = (kind: 'go' | 'link', text = words.write): Act => ({
    ...{ name: 'write', text, kind },
    press: () => core.wish('open'),
  })
  switch (call.step) {
    case 'intro': {
      const { trouble } = call
      if (!trouble)
        return toStill('microphone', words.intro, [go('allow', words.allow, () => void call.allow()), write('link')])
      const acts =
        trouble === 'insecure' ? [write('go')] : [go('retry', words.retry, () => void call.allow()), write('link')]
      return { ...toStill('muted', words[trouble], acts), isBad: true }
    }
    case 'asking':
      return toStill('microphone', words.asking, [write('link')])
    case 'check':
      return toStill('microphone', words[hearing], [go('call', words.go, () => void call.begin()), write('link')])
    case 'starting':
      return { ...waiting(), text: words.starting }
    case 'going':
      return call.view?.agents[0] ? talking() : waiting()
    case 'over':
      return over()
    case 'elsewhere':
      return toStill('phone', words.elsewhere, [write('go', words.back)])
  }

  function toStill(drawing: Drawing, text: string, acts: readonly Act[]): Screen {
    return { look: 'still', title, text, drawing, acts }
  }
  function controls(): Act[] {
    const { isMuted, isSilent, trouble } = call
    const mute: Act = {
      ...{ name: 'mute', text: isMuted ? words.unmute : words.mute, icon: isMuted ? 'muted' : 'microphone' },
      ...{ kind: isMuted ? 'off' : 'plain', press: call.mute },
    }
    const retry: Act = {
      name: 'retry',
      text: words.retry,
      icon: 'microphone',
      kind: 'plain',
      press: () => void call.retry(),
    }
    const sound: Act = { name: 'sound', text: words.sound, icon: 'sound', kind: 'off', press: () => call.sound() }
    const messages: Act = {
      ...{ name: 'messages', text: words.messages, icon: 'speech', kind: 'plain' },
      press: () => core.wish('open'),
    }
    const hang: Act = { name: 'hang', text: words.hang, icon: 'hang', kind: 'hang', press: call.hang }
    return [trouble ? retry : mute, ...(isSilent ? [sound] : []), messages, hang]
  }
  function waiting(): Screen {
    const text = call.trouble ? words[call.trouble] : `${words.calling} ${words.soon}`
    return {
      ...{ look: 'rings', title: settings.title || settings.account || title, text, isBad: call.trouble !== undefined },
      ...{ time: Date.now() - call.startedAt, acts: controls() },
    }
  }
  function talking(): Screen {
    const { view, trouble } = call
    const agent = view?.agent ?? { name: words.agent }
    return {
      ...{ look: 'talks', title: agent.name, agent, text: toState(call, words), isBad: trouble !== undefined },
      ...{ time: Date.now() - call.talkingSince, acts: controls() },
    }
  }
  function over(): Screen {
    const { view, failure } = call
    const took = view?.since ? words.lasted.replace('{}', toDuration(view.since)) : ''
    const text = failure ? words[failure] : `${words.ended} ${took}`.trim()
    const again = core.calls === 'on' && go('again', words.again, call.again)
    return {
      ...{
        look: 'still',
        title: view?.agent?.name ?? title,
        text,
        isBad: failure !== undefined && failure !== 'stopped',
      },
      ...(view?.agent ? { agent: view.agent } : { drawing: 'phone' as const }),
      acts: again ? [again, write('link', words.back)] : [write('go', words.back)],
    }
  }
}

/** How it stands between both sides, in words. */
export function toState({ trouble, stream, view, path, isMuted }: Call, words: CallWords): string {
  if (trouble) return words[trouble]
  // The page has loaded anew, and the browser asks again.
  if (!stream) return words.asking
  if (path === 'lost') return words.lost
  if (path === 'connecting') return words.connecting
  if (view?.held) return words.held
  return isMuted ? words.muted : words.talking
}
