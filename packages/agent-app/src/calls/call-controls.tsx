import { Menu } from '@base-ui/react/menu'
import { Mic, MicOff, Pause, PhoneOff, Play, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Control } from './call-control.tsx'
import { Keypad } from './keypad.tsx'
import type { Line } from './line.ts'
import { LineLevel } from './line-level.tsx'
import { callWords } from './words.ts'

const w = callWords.bar

type Props = {
  line: Line | null
  muted: boolean
  held: boolean
  busy: boolean
  /** Colleagues talk in the call too: the agent can leave it to them. */
  hasOthers: boolean
  mayInvite: boolean
  /** Null: there is no telephone that takes keys now. */
  keypad: { open: boolean; onOpenChange: (open: boolean) => void; press: Line['press'] } | null
  /** Null: another tab has the microphone. */
  onMute: (() => void) | null
  onHold: () => void
  onInvite: () => void
  onEnd: (goOn: boolean) => void
}

/** What can be done in a call. */
export function CallControls({ line, muted, held, busy, hasOthers, mayInvite, keypad, ...on }: Props) {
  return (
    <>
      {line && <LineLevel line={line} muted={muted} />}
      <span className="flex items-center gap-1.5">
        {on.onMute && (
          <Control label={muted ? w.unmute : w.mute} keys="P M" isOn={muted} onClick={on.onMute}>
            {muted ? <MicOff className="size-4" /> : <Mic className="size-4" />}
          </Control>
        )}
        <Control label={held ? w.resume : w.hold} keys="P H" isOn={held} busy={busy} onClick={on.onHold}>
          {held ? <Play className="size-4" /> : <Pause className="size-4" />}
        </Control>
        {keypad && <Keypad {...keypad} />}
        {mayInvite && (
          <Control label={w.invite} keys="P I" onClick={on.onInvite}>
            <UserRoundPlus className="size-4" />
          </Control>
        )}
      </span>
      {hasOthers ? (
        <EndMenu onEnd={on.onEnd} />
      ) : (
        <Button size="sm" kind="destructive" busy={busy} aria-keyshortcuts="p e" onClick={() => on.onEnd(false)}>
          <PhoneOff aria-hidden="true" className="size-4" />
          {w.hangUp}
        </Button>
      )}
    </>
  )
}

const ITEM = 'flex cursor-pointer flex-col rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-well'

/** Leaving a call to the colleagues, or ending it for all. */
function EndMenu({ onEnd }: { onEnd: (goOn: boolean) => void }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <span ref={setPlace}>
      <Menu.Root>
        <Menu.Trigger
          render={
            <Button size="sm" kind="destructive">
              <PhoneOff aria-hidden="true" className="size-4" />
              {w.hangUp}
            </Button>
          }
        />
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={4} align="end" className="z-50">
            <Menu.Popup className="popup w-60 p-1.5">
              <Menu.Item className={ITEM} onClick={() => onEnd(true)}>
                {w.leave}
                <span className="text-xs text-muted">{w.leaveHelp}</span>
              </Menu.Item>
              <Menu.Item className={cx(ITEM, 'text-bad')} onClick={() => onEnd(false)}>
                {w.end}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </span>
  )
}
