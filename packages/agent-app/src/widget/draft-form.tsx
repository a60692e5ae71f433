import type { FormEvent, ReactNode } from 'react'
import { SaveLine } from '../ui/save-line.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'
import type { EditProps } from './colours-section.tsx'
import { isColour, isOffset } from './look.ts'
import { PreviewPane } from './preview-pane.tsx'
import { useDraft } from './use-draft.ts'

/** Widget settings with a live preview; stored together by one button. */
export function DraftForm({ channel, mayChange, children }: PartProps & { children: (edit: EditProps) => ReactNode }) {
  const { settings, set, save, reset, dirty, busy, done, problem } = useDraft(channel)
  const isRight = isColour(settings.colour) && settings.offset.every(isOffset)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight && dirty) save()
  }
  return (
    <div className="flex flex-col-reverse gap-x-8 @4xl/page:flex-row">
      <form onSubmit={submit} noValidate className="min-w-0 flex-1">
        <fieldset disabled={!mayChange} className="min-w-0">
          {children({ settings, set })}
        </fieldset>
        {mayChange && (dirty || done || problem) && (
          <div className="sticky bottom-0 -mt-2 rounded-xl border border-line bg-raised px-4 pb-3 shadow-raised">
            <SaveLine
              dirty={dirty}
              blocked={!isRight}
              busy={busy}
              done={done}
              problem={problem?.text ?? (isRight ? null : words.widget.lookWrong)}
              onReset={reset}
            />
          </div>
        )}
      </form>
      <PreviewPane channel={channel} settings={settings} />
    </div>
  )
}
