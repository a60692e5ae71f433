import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { call as ask } from '../api/client.ts'
import { whoOf } from '../inbox/who.ts'
import { useSession } from '../live/react.ts'
import type { AlertFrame } from '../live/state.ts'
import { places } from '../places.ts'
import { TaskAlerts } from '../tasks/alert-toasts.tsx'
import { showTaskAlert, taskOf } from '../tasks/alerts.ts'
import { contactOf } from '../tasks/contact-of.ts'
import { alertWords } from '../words/alerts.ts'
import { words } from '../words/index.ts'
import { makeConfirmations } from './confirmations.ts'
import { deviceKey } from './device.ts'
import { tellLooking } from './looking.ts'
import { notify } from './notify.ts'
import { alertsQuery } from './queries.ts'
import { reportDevice } from './subscribe.ts'
import { playOnce } from './tones.ts'

const w = alertWords

/** The visitor of a call; undefined: the alert is about none, or it cannot be read. */
async function callerOf(call: number | undefined) {
  if (call === undefined) return undefined
  const found = await ask('GET /calls/:call', { params: { call } }).catch(() => null)
  return found ? { ...found.visitor, phone: found.visitor.phone ?? found.phone } : undefined
}

/** Shows what the server alerts this agent to, by sound and notification, and confirms it. */
export default function Alerter() {
  const session = useSession()
  const { live, link } = session
  const confirmations = useMemo(() => makeConfirmations(link), [link])
  const { data } = useQuery(alertsQuery)
  const tone = data?.settings.tone ?? 'chime'

  const show = useEffectEvent(async (frame: AlertFrame) => {
    const { alert, what, chat, n, task: taskId, contact, call, signs, device } = frame
    if (device !== undefined && device !== deviceKey) return
    const confirm = (step: 'shown' | 'opened') => confirmations.add(alert, step)
    const hidden = document.visibilityState === 'hidden'
    const visitor = chat === undefined ? await callerOf(call) : live.chats.get(chat)?.visitor
    const task = await taskOf(frame)
    const name = task ? contactOf(task) : visitor ? whoOf({ visitor }) : words.inbox.anonymous
    const [path, tag] =
      taskId !== undefined && contact !== undefined
        ? [places.task(contact, taskId), `task-${taskId}`]
        : chat !== undefined
          ? [places.alert(what, chat, n), `chat-${chat}`]
          : call === undefined
            ? [places.alerts, what]
            : [places.missedCalls, `missed-${call}`]
    const text = w.notice[what](name, task?.text ?? '')
    if (task && !hidden) showTaskAlert({ alert, task, title: text.title })
    // A visible window shows the chat in its list. A sound may wait for the first click on the page, as browsers want.
    if (!hidden) confirm('shown')
    if (!hidden && what === 'missed_call' && globalThis.location.pathname === places.missedCalls) confirm('opened')
    const sounded = signs.includes('sound') && (await playOnce(tone))
    const shown =
      signs.includes('browser') && (hidden || what === 'test')
        ? await notify({ ...text, tag, path, alert }, () => {
            confirm('opened')
            navigate(path)
          })
        : false
    if (hidden && (sounded || shown)) confirm('shown')
  })
  useEffect(() => {
    const showAll = () => {
      const frames = live.alerts.get()
      if (frames.length === 0) return
      live.alerts.set([])
      for (const frame of frames) void show(frame)
    }
    showAll()
    return live.alerts.subscribe(showAll)
  }, [live])
  useEffect(() => tellLooking(session), [session])
  useEffect(() => confirmations.send, [confirmations])

  const queries = useQueryClient()
  const isLoaded = data !== undefined
  const wantsPush = data?.settings.push
  const report = useEffectEvent(() => {
    // Without the report, this browser is alerted only while it is open.
    if (data) reportDevice(data, queries).catch(() => {})
  })
  useEffect(() => {
    if (isLoaded) report()
  }, [isLoaded, wantsPush])

  const follow = useEffectEvent((event: MessageEvent<unknown>) => {
    const { type, path, alert } = event.data as { type?: unknown; path?: unknown; alert?: unknown }
    if (type !== 'open' || typeof path !== 'string' || !path.startsWith('/')) return
    // A ringing call is no alert.
    if (typeof alert === 'string' && alert !== '') confirmations.add(alert, 'opened')
    navigate(path)
  })
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    worker?.addEventListener('message', follow)
    return () => worker?.removeEventListener('message', follow)
  }, [])
  return <TaskAlerts onSeen={(alert) => confirmations.add(alert, 'opened')} />
}
