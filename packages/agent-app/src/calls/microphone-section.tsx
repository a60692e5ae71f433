import { Mic } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { LevelMeter } from './level-meter.tsx'
import {
  keepMicrophone,
  keptMicrophone,
  listMicrophones,
  type MicrophoneFault,
  NoMicrophone,
  openMicrophone,
  stopMicrophone,
} from './microphone.ts'
import { MicrophoneProblem } from './microphone-problem.tsx'
import { callWords } from './words.ts'

const w = callWords.microphone

/** The choice of a microphone in this browser, and whether it hears the agent. */
export function MicrophoneSection() {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [fault, setFault] = useState<MicrophoneFault | null>(null)
  const [devices, setDevices] = useState<readonly { id: string; name: string }[]>([])
  const [chosen, setChosen] = useState(keptMicrophone)
  useEffect(() => {
    let isCurrent = true
    void listMicrophones().then((all) => isCurrent && setDevices(all))
    return () => {
      isCurrent = false
      if (stream) stopMicrophone(stream)
    }
  }, [stream])

  const check = async () => {
    setFault(null)
    try {
      setStream(await openMicrophone())
    } catch (error) {
      setFault(error instanceof NoMicrophone ? error.fault : 'missing')
    }
  }
  const choose = (device: string) => {
    keepMicrophone(device)
    setChosen(device)
    if (stream) void check()
  }
  return (
    <Section
      title={w.title}
      help={w.help}
      action={
        stream ? (
          <Button size="sm" onClick={() => setStream(null)}>
            {w.stop}
          </Button>
        ) : (
          <Button size="sm" onClick={() => void check()}>
            <Mic aria-hidden="true" className="size-4" />
            {w.check}
          </Button>
        )
      }
    >
      {devices.length > 0 && (
        <Field label={w.device} className="mb-3 max-w-96">
          {({ id }) => (
            <Select
              id={id}
              value={devices.some((one) => one.id === chosen) ? chosen : ''}
              options={[['', w.standard], ...devices.map((one) => [one.id, one.name] as const)]}
              onChange={choose}
            />
          )}
        </Field>
      )}
      {stream && (
        <div role="status" className="flex max-w-96 flex-col gap-2 text-sm text-soft">
          <LevelMeter stream={stream} className="h-2.5 w-full" />
          {w.speak}
        </div>
      )}
      {fault && <MicrophoneProblem fault={fault} />}
    </Section>
  )
}
