import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import { Drawing, Face } from './preview-drawing.tsx'
import { ContactsForm } from './preview-form.tsx'
import { THUMBS } from './preview-look.ts'
import { asksDepartment, cardOf, type Scene, waitIn } from './preview-scene.ts'

const w = words.widget.preview
const NOON = new Date(2000, 0, 1, 12, 0)

/** The conversation. When it is longer than its space, its end is visible. */
export function PreviewChat({ scene }: { scene: Scene }) {
  const { settings, own, greeting, departments, moment, agent, photo } = scene
  const card = cardOf(scene)
  return (
    <div className="flex min-h-0 flex-1 flex-col-reverse overflow-hidden p-4">
      <div className="mb-auto">
        {settings.team && moment === 'open' && (
          <Face name={agent} photo={photo} className="mb-3.5 size-9 bg-[var(--w-soft)] text-[14px]" />
        )}
        <p dir="auto" className="mb-3 text-[20px]/[1.3] font-semibold whitespace-pre-wrap breakable">
          {greeting}
        </p>
        {moment !== 'open' && <Said scene={scene} />}
        {moment === 'ended' && <Note>{own.closed}</Note>}
        {card && (
          <div className="mt-3 rounded-[14px] border border-[var(--w-edge)] p-3.5">
            {card === 'rating' ? <Rating rate={own.rate} /> : <ContactsForm own={own} settings={settings} inCard />}
          </div>
        )}
        {asksDepartment(scene) && (
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            <span className="flex-[100%] text-[var(--w-dim)]">{own.department}</span>
            {departments.map((name) => (
              <bdi
                key={name}
                className="rounded-[18px] border border-[var(--w-edge)] px-3.5 py-[7px] font-medium breakable"
              >
                {name}
              </bdi>
            ))}
          </div>
        )}
        {/* The space of the window's typing line, in which the place in the queue stands, too. */}
        <div className="mt-2 h-[22px] text-[13px] text-[var(--w-dim)]">{waitIn(scene)}</div>
      </div>
    </div>
  )
}

function Said({ scene: { own, lang, agent, photo, moment } }: { scene: Scene }) {
  // Times in the agent's regional format, if it is of this language; the window does the same for visitors.
  const locale = navigator.languages.find((one) => one.startsWith(lang) && !one.includes('@')) ?? lang
  const at = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(NOON)
  const time = <div className="px-1 py-0.5 text-[12px] text-[var(--w-dim)]">{at}</div>
  return (
    <>
      <Note>{own.today}</Note>
      <div className="ms-auto mt-3 flex max-w-[84%] flex-col items-end">
        <p
          dir="auto"
          className="rounded-2xl rounded-ee-[5px] bg-[var(--w-c)] px-[13px] py-[9px] text-[var(--w-i)] breakable"
        >
          {w.question}
        </p>
        {time}
      </div>
      {moment !== 'waiting' && <Answer own={own} agent={agent} photo={photo} time={time} />}
    </>
  )
}

type AnswerProps = Pick<Scene, 'own' | 'agent' | 'photo'> & { time: ReactNode }

const Answer = ({ own, agent, photo, time }: AnswerProps) => (
  <>
    <Note>{own.joined.replace('{}', () => agent)}</Note>
    <div className="relative mt-3 flex max-w-[90%] flex-col items-start ps-[38px]">
      <Face name={agent} photo={photo} className="absolute start-0 bottom-[22px] size-[30px] text-[13px]" />
      <div className="px-1 py-0.5 text-[12px] text-[var(--w-dim)]">
        <bdi>{agent}</bdi>
      </div>
      <p dir="auto" className="rounded-2xl rounded-es-[5px] bg-[var(--w-soft)] px-[13px] py-[9px] breakable">
        {w.answer}
      </p>
      {time}
    </div>
  </>
)

const Note = ({ children }: { children: ReactNode }) => (
  <p className="mt-3.5 mb-2.5 text-center text-[13px] text-[var(--w-dim)]">{children}</p>
)

const Rating = ({ rate }: { rate: string }) => (
  <>
    <p className="font-bold">{rate}</p>
    <div className="mt-2.5 flex gap-2">
      {[THUMBS.up, THUMBS.down].map((d) => (
        <span key={d} className="rounded-[22px] border border-[var(--w-edge)] px-[18px] py-[9px]">
          <Drawing d={d} />
        </span>
      ))}
    </div>
  </>
)
