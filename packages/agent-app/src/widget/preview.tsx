import { inkOn } from '@deskbell/protocol/widget/ink'
import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import type { CSSProperties } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { isolate } from '../words/isolate.ts'
import { words } from '../words/index.ts'
import { isColour, isOffset } from './look.ts'
import { DARK, LABEL_SHAPE, LIGHT } from './preview-look.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { type Moment, saidIn, type Scene } from './preview-scene.ts'
import { previewLanguage, previewWords } from './preview-words.ts'

const w = words.widget

/** The scale of the preview. */
const SCALE = 0.72

type Props = {
  settings: WidgetSettings
  departments: readonly string[]
  moment: Moment
  dark: boolean
  online: boolean
}

/** A scaled-down page with the widget on it; a picture without interaction. */
export function Preview({ settings, departments, moment, dark, online }: Props) {
  const { account, name: agent, photo } = useCell(useSession().live.me)
  const { logo } = account
  const { theme, position, offset } = settings
  const own = previewWords(settings.language)
  const lang = previewLanguage(settings.language)
  const colour = isColour(settings.colour) ? settings.colour : '#2f6fed'
  const title = settings.title || account.name || own.title
  const greeting = settings.greeting || own.greeting
  const said = { settings, own, lang, title, greeting, agent, photo, logo, departments, online }
  const scene: Scene | undefined = moment === 'closed' ? undefined : { ...said, moment }
  const text = online ? settings.label : settings.labelOffline
  const label = text || (online ? own.label : own.labelOffline)
  const [side, bottom] = [0, 1].map((at) => (isOffset(offset[at] ?? 0) ? (offset[at] ?? 0) : 20))
  const isDark = theme === 'auto' ? dark : theme === 'dark'
  const style = {
    ...(isDark ? DARK : LIGHT),
    '--w-c': colour,
    '--w-i': inkOn(colour),
    colorScheme: isDark ? 'dark' : 'light',
  } as CSSProperties
  const corner = w.positions[position]
  return (
    <div
      role="img"
      aria-label={
        scene
          ? w.preview.openAs(isolate(title), saidIn(scene).map(isolate))
          : w.preview.closedAs(isolate(label), corner)
      }
      data-testid="preview"
      className="relative h-[30rem] overflow-hidden rounded-xl border border-line select-none"
      style={{ background: dark ? '#101216' : '#fafbfc' }}
    >
      <Page dark={dark} />
      <div
        dir={lang === 'ar' ? 'rtl' : 'ltr'}
        lang={lang}
        className="absolute top-0 left-0 origin-top-left"
        style={{ ...style, scale: String(SCALE), width: `${100 / SCALE}%`, height: `${100 / SCALE}%` }}
      >
        {scene ? (
          <PreviewPanel
            scene={scene}
            place={{
              [position]: side,
              bottom,
              width: `min(380px, calc(100% - ${2 * (side ?? 0)}px))`,
              maxHeight: `calc(100% - ${(bottom ?? 0) + 20}px)`,
            }}
          />
        ) : (
          <span
            className="absolute flex max-w-[90%] items-center gap-2.5 rounded-[28px] bg-[var(--w-c)] p-4 text-[16px]/[1.2] font-medium text-[var(--w-i)] shadow-[0_6px_24px_#0003]"
            style={{ [position]: side, bottom }}
          >
            <span className="size-6 flex-none bg-current" style={{ clipPath: LABEL_SHAPE }} />
            {text && <span className="truncate">{text}</span>}
          </span>
        )}
      </div>
    </div>
  )
}

/** Placeholder lines of the page. */
const Page = ({ dark }: { dark: boolean }) => (
  <div className="flex flex-col gap-3 p-5">
    {[
      'h-5 w-2/5',
      'h-2.5 w-4/5',
      'h-2.5 w-3/4',
      'h-2.5 w-1/2',
      'mt-3 h-24 w-full',
      'mt-3 h-2.5 w-4/5',
      'h-2.5 w-2/3',
      'h-2.5 w-3/4',
      'mt-3 h-24 w-full',
    ].map((shape, index) => (
      <span key={index} className={`rounded ${shape}`} style={{ background: dark ? '#1d2128' : '#e9ecf0' }} />
    ))}
  </div>
)
