import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { saying } from '../api/client.ts'
import { words } from '../words/index.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { BACKDROP, type ConfirmProps, type DialogProps, POPUP } from './dialog.tsx'
import { Notice } from './notice.tsx'

/** What an agent fills in first, and what else may have the focus. */
const FIELDS =
  'input:not([type=hidden],[type=file],[type=radio],:disabled),input[type=radio]:checked:not(:disabled),textarea:not(:disabled),[role=combobox]'
const OTHERS = 'button:not(:disabled),a[href]'

/** A dialog with a title and a close button. It begins on its first field, or on what can be pressed in it first. */
export function Dialog({ open, onOpenChange, title, children, wide = false }: DialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const first = (type: string) => {
    // The dialog itself: a field would open the keyboard of the phone.
    if (type === 'touch') return null
    // A field that takes the focus by itself.
    if (content.current?.contains(document.activeElement)) return false
    return (
      content.current?.querySelector<HTMLElement>(FIELDS) ?? content.current?.querySelector<HTMLElement>(OTHERS) ?? null
    )
  }
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          initialFocus={first}
          className={cx(POPUP, 'data-nested-dialog-open:brightness-60', wide ? 'sm:w-[42rem]' : 'sm:w-[28rem]')}
        >
          <div className="sticky top-0 z-10 flex items-center justify-between gap-4 bg-raised ps-5 pe-3 pt-4 pb-2">
            <Base.Title className="text-md font-semibold">{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label={words.common.close} tip={false}>
                  <X className="size-4" />
                </IconButton>
              }
            />
          </div>
          <div ref={content} className="px-5 pb-5">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Asks for confirmation of an action that cannot be undone. */
export function Confirm({ open, onOpenChange, title, children, action, danger = false, onConfirm }: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const close = (next: boolean) => {
    if (busy) return
    setProblem(null)
    onOpenChange(next)
  }
  const confirm = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      setProblem(saying(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={close}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup
          className={cx(POPUP, 'p-5 sm:w-[26rem]')}
          // Cancel has the focus, so that Enter alone does no harm.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || busy) return
            event.preventDefault()
            void confirm()
          }}
        >
          <AlertDialog.Title className="text-md font-semibold breakable">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted" render={<div />}>
            {children}
          </AlertDialog.Description>
          {problem && <Notice className="mt-3">{problem}</Notice>}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close render={<Button>{words.common.cancel}</Button>} />
            <Button
              kind={danger ? 'destructive' : 'primary'}
              busy={busy}
              aria-keyshortcuts="Control+Enter"
              onClick={() => void confirm()}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
