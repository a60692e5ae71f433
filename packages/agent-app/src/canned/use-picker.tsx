import type { CannedFile } from '@deskbell/protocol/agent/canned'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { type KeyboardEvent, useRef, useState } from 'react'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'
import { CANNED_LIST } from './option.ts'
import type { TakeKey } from './picker.tsx'

const Picker = later(() => import('./picker.tsx'))

/** A text that asks for canned answers: a slash at its beginning, and what to search, on one line. */
const ASKS = /^\/([^\n/]{0,60})$/

type Field = {
  text: string
  write: (text: string) => void
  /** Returns whether all of them fit into the message. */
  attach: (files: readonly CannedFile[]) => boolean
  send: (text: string) => void
  isOn: boolean
}

/** The list of canned answers that `/` opens in an empty message. It loads when it is first opened. */
export function usePicker(chat: ChatForMe, { text, write, attach, send, isOn }: Field) {
  const keys = useRef<TakeKey | null>(null)
  const [active, setActive] = useState<string | undefined>(undefined)
  /** The text at which the agent closed the list. It opens again after the field was empty. */
  const [closed, setClosed] = useState(false)
  if (closed && text === '') setClosed(false)
  const query = isOn && !closed ? ASKS.exec(text)?.[1] : undefined
  const isOpen = query !== undefined

  const onKeyDown: TakeKey = (event: KeyboardEvent) => {
    if (!isOpen) return false
    // Until the list is loaded, Enter must not send what was meant to search it.
    const taken = keys.current ? keys.current(event) : event.key === 'Enter'
    if (taken) {
      event.preventDefault()
      event.stopPropagation()
    }
    return taken
  }
  const list = isOpen && (
    <Picker
      loading={
        <p role="status" className="popup absolute inset-x-4 bottom-full z-40 mb-1 p-4 text-sm text-muted md:inset-x-6">
          {words.common.loading}
        </p>
      }
      chat={chat}
      query={query}
      keys={keys}
      onActive={setActive}
      onChoose={(filled, { now, files }) => {
        // An answer of which a file is missing is not sent at once.
        const isWhole = files.length === 0 || attach(files)
        if (now && isWhole) send(filled)
        else write(filled)
      }}
      onClose={() => setClosed(true)}
    />
  )
  return { list, onKeyDown, active, controls: isOpen ? CANNED_LIST : undefined }
}
