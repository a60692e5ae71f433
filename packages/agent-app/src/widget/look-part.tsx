import type { FormEvent } from 'react'
import { SaveLine } from '../ui/save-line.tsx'
import type { PartProps } from './channel.ts'
import { ColoursSection } from './colours-section.tsx'
import { isColour, isOffset } from './look.ts'
import { PreviewPane } from './preview-pane.tsx'
import { TextsSection } from './texts-section.tsx'
import { useDraft } from './use-draft.ts'

/** How the widget looks, and beside it what that comes to. */
export function LookPart({ channel, mayChange }: PartProps) {
  const { settings, set, save, reset, dirty, busy, done, problem } = useDraft(channel)
  const right = isColour(settings.colour) && settings.offset.every(isOffset)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (right && dirty) save()
  }
  return (
    <div className="flex flex-col-reverse gap-5 lg:flex-row">
      <form onSubmit={submit} noValidate className="min-w-0 flex-1">
        <fieldset disabled={!mayChange} className="min-w-0">
          <ColoursSection settings={settings} set={set} />
          <TextsSection settings={settings} set={set} mayChange={mayChange} />
        </fieldset>
        {mayChange && (dirty || done || problem) && (
          <div className="sticky bottom-0 -mt-2 rounded-2xl border border-line bg-raised px-4 pb-3 shadow-raised">
            <SaveLine dirty={dirty && right} busy={busy} done={done} problem={problem?.text} onReset={reset} />
          </div>
        )}
      </form>
      <PreviewPane channel={channel} settings={settings} />
    </div>
  )
}
