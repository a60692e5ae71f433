import { useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { point } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { Section } from '../ui/section.tsx'
import { alertWords } from '../words/alerts.ts'
import { DeviceTest } from './device-test.tsx'
import { deviceKey, permission } from './device.ts'
import { alertsQuery, type AlertsAnswer, type Device } from './queries.ts'
import { reportDevice } from './subscribe.ts'
import { sayReason } from '../words/translation.ts'

const w = alertWords

/** The browsers in which the agent is alerted, each with a test. */
export function DevicesSection({ alerts }: { alerts: AlertsAnswer }) {
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const here = alerts.devices.find(({ key }) => key === deviceKey)
  const allow = () =>
    run(async () => {
      if (permission() === 'default') await Notification.requestPermission()
      await reportDevice(alerts, queries)
    })
  const mayAsk = permission() === 'default' || (permission() === 'granted' && alerts.settings.push && !here?.push)
  return (
    <Section
      title={w.devices}
      help={w.devicesHelp}
      action={
        mayAsk && (
          <Button size="sm" kind="primary" busy={busy} onClick={() => void allow()}>
            {w.allow}
          </Button>
        )
      }
    >
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      {permission() === 'denied' && (
        <Notice tone="warm" className="mb-3">
          {w.denied}
        </Notice>
      )}
      {permission() === 'unsupported' && (
        <Notice tone="warm" className="mb-3">
          {w.unsupported}
        </Notice>
      )}
      {alerts.devices.length === 0 ? (
        <p className="text-sm text-muted">{w.devicesEmpty}</p>
      ) : (
        <ul className="divide-y divide-line">
          {alerts.devices.map((device) => (
            <DeviceRow key={device.id} device={device} push={alerts.settings.push} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function stateOf({ permission: said, push, failure }: Device, wanted: boolean): string {
  if (said === 'denied') return w.states.denied
  if (failure) return w.states.failing(sayReason(failure))
  if (push && wanted) return w.states.push
  return said === 'granted' ? w.states.open : w.states.soundOnly
}

function DeviceRow({ device, push }: { device: Device; push: boolean }) {
  const now = useNow()
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const [test, setTest] = useState<string | null>(null)
  const isHere = device.key === deviceKey
  const begin = () =>
    run(async () => {
      const { alert } = await call('POST /me/alerts/devices/:device/test', { params: { device: device.id } })
      setTest(alert)
    })
  const remove = () =>
    run(async () => {
      await call('DELETE /me/alerts/devices/:device', { params: { device: device.id } })
      await queries.invalidateQueries({ queryKey: alertsQuery.queryKey })
    })
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-3">
        <MonitorSmartphone aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-medium">
            <bdi>{device.name}</bdi>
            {isHere && <span className="font-normal text-muted"> · {w.thisDevice}</span>}
          </p>
          <p className="text-xs text-muted text-pretty">
            {stateOf(device, push)} · {w.lastUsed(point(device.seenAt, now))}
          </p>
        </div>
        <Button size="sm" busy={busy} aria-label={w.testOf(device.name)} onClick={() => void begin()}>
          {w.test}
        </Button>
        {!isHere && (
          <IconButton label={w.removeDevice(device.name)} onClick={() => void remove()}>
            <Trash2 className="size-4" />
          </IconButton>
        )}
      </div>
      {problem && <Notice className="mt-2">{problem.text}</Notice>}
      {test && <DeviceTest key={test} alert={test} push={device.push} isHere={isHere} />}
    </li>
  )
}
