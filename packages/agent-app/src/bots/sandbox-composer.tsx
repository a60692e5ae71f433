import type { SandboxStep } from '@deskbell/protocol/agent/bot'
import { ArrowUp } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import type { SandboxState } from './sandbox-state.ts'

const w = words.bots.sandbox
const MAX = 1000

type Props = { state: SandboxState; busy: boolean; onStep: (step: SandboxStep) => Promise<boolean> }

/** Sends the next step: the visitor's text, a button, or an event about agents. */
export function SandboxComposer({ state, busy, onStep }: Props) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  const sendStep = (step: SandboxStep) => {
    // The pressed button disappears with its question, so the focus moves to the text field.
    input.current?.focus({ preventScroll: true })
    return onStep(step)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const said = text.trim()
    if (busy || said === '') return
    setText('')
    void sendStep({ event: 'CLIENT_MESSAGE', text: said }).then((done) => {
      // Restores a text that was not sent.
      if (!done) setText((begun) => (begun === '' ? said : begun))
    })
  }
  const ready = !busy && text.trim() !== ''
  return (
    <div className="bottom-0 -mx-3 [@media(min-height:36rem)]:sticky bg-canvas px-3 pt-3 pb-3 md:-mx-6 md:px-6">
      {!busy && state.answers.length > 0 && (
        <div role="group" aria-label={w.answers} className="mb-2 flex flex-wrap gap-1.5">
          {state.answers.map(({ id, text: answer }) => (
            <button
              key={id}
              type="button"
              onClick={() => void sendStep({ event: 'CLIENT_MESSAGE', text: answer, button: id })}
              className="min-h-8 max-w-full rounded-full border border-accent bg-panel px-3 py-1 text-sm font-medium text-accent breakable hover:bg-tint"
            >
              <bdi>{answer}</bdi>
            </button>
          ))}
        </div>
      )}
      {!busy && state.isInvited && (
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <p className="text-sm text-soft">{w.invited}</p>
          <Button size="sm" onClick={() => void sendStep({ event: 'AGENT_JOINED' })}>
            {w.joined}
          </Button>
          <Button size="sm" onClick={() => void sendStep({ event: 'AGENT_UNAVAILABLE' })}>
            {w.unavailable}
          </Button>
        </div>
      )}
      <form
        onSubmit={send}
        className="flex items-center gap-1 rounded-2xl border border-edge bg-panel p-1.5 shadow-low transition-colors focus-within:border-accent focus-within:ring-2 focus-within:ring-accent/20"
      >
        <input
          ref={input}
          value={text}
          dir="auto"
          maxLength={MAX}
          aria-label={w.label}
          placeholder={w.placeholder}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          className="h-8 min-w-0 flex-1 bg-transparent px-2 text-md outline-none placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label={w.send}
          aria-disabled={!ready}
          className={cx(
            'grid size-8 shrink-0 place-items-center rounded-lg transition-colors',
            ready ? 'bg-accent text-on-accent hover:bg-accent-strong' : 'bg-well text-muted',
          )}
        >
          <ArrowUp className="size-4.5" strokeWidth={2.4} />
        </button>
      </form>
    </div>
  )
}
