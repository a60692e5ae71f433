import { type ReactNode, useState } from 'react'
import { later } from './later.tsx'

/** Classes of the backdrop and of the dialog's frame. */
export const BACKDROP =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'
export const POPUP =
  'popup fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-full max-w-[calc(100vw-1.5rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  wide?: boolean
}

export type ConfirmProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  action: string
  danger?: boolean
  /** The dialog stays open until this resolves, and shows its error. */
  onConfirm: () => Promise<unknown>
}

const DialogView = later<DialogProps>(() => import('./dialog-view.tsx').then(({ Dialog }) => ({ default: Dialog })))
const ConfirmView = later<ConfirmProps>(() => import('./dialog-view.tsx').then(({ Confirm }) => ({ default: Confirm })))

/** True from the first opening on: what draws dialogs is loaded with the first one, and stays for the closing. */
export function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened || open
}

/** A dialog with a title and a close button. */
export function Dialog(props: DialogProps) {
  return useOpened(props.open) && <DialogView {...props} />
}

/** Asks for confirmation of an action that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  return useOpened(props.open) && <ConfirmView {...props} />
}
