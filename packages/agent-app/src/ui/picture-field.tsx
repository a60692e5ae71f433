import { type ReactNode, useRef } from 'react'
import { useAct } from './act.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type Props = {
  /** The picture as it is now, or what stands for it. */
  picture: ReactNode
  isSet: boolean
  words: { choose: string; change: string; remove: string; help: string }
  /** Sends the form with the file. */
  onUpload: (form: FormData) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

/** A picture that is replaced or removed at once, without a form to save. */
export function PictureField({ picture, isSet, words, onUpload, onRemove }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, problem, run } = useAct()
  const put = (file: File) => {
    const form = new FormData()
    form.append('file', file)
    void run(() => onUpload(form))
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      {picture}
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={busy} onClick={() => input.current?.click()}>
            {isSet ? words.change : words.choose}
          </Button>
          {isSet && (
            <Button size="sm" kind="quiet" onClick={() => void run(onRemove)}>
              {words.remove}
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-xs text-muted">{words.help}</p>
        {problem && <Notice className="mt-2">{problem.text}</Notice>}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={words.choose}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) put(file)
        }}
      />
    </div>
  )
}
