import { Minus, Paperclip, Send, Smile, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { words } from '../words/index.ts'
import type { PreviewWords } from './preview-words.ts'

const w = words.widget.preview

type Props = {
  own: PreviewWords
  title: string
  greeting: string
  online: boolean
  /** Nobody is there, and a form stands in place of the conversation. */
  form: boolean
  place: CSSProperties
}

/** The window as visitors see it, in the widget's own sizes and colours. */
export const PreviewPanel = ({ own, title, greeting, online, form, place }: Props) => (
  <div
    className="absolute flex h-[560px] max-h-[calc(100%-2rem)] w-[380px] max-w-[calc(100%-1rem)] flex-col overflow-hidden rounded-2xl bg-[var(--w-bg)] text-[15px]/[1.45] text-[var(--w-fg)] shadow-[0_0_0_1px_#0000000d,0_12px_48px_#00000038]"
    style={place}
  >
    <div className="flex items-center gap-3 bg-[var(--w-c)] py-3.5 ps-4 pe-2.5 text-[var(--w-i)]">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-[color-mix(in_srgb,currentColor_18%,transparent)] font-semibold">
        {[...title][0]?.toLocaleUpperCase()}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[16px] font-semibold">
          <bdi>{title}</bdi>
        </span>
        <span className="flex items-center gap-1.5 truncate text-[13px]">
          {online && <span className="size-2 shrink-0 rounded-full bg-[#4ade80] shadow-[0_0_0_2px_#fff6]" />}
          {online ? own.online : own.offline}
        </span>
      </span>
      <Minus className="mx-1 size-5.5 shrink-0" strokeWidth={1.7} />
      <X className="me-1 size-5.5 shrink-0" strokeWidth={1.7} />
    </div>
    {form ? <OfflineForm own={own} /> : <Talk own={own} greeting={greeting} />}
  </div>
)

const Talk = ({ own, greeting }: { own: PreviewWords; greeting: string }) => (
  <>
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden p-4">
      <p dir="auto" className="mb-3 text-[20px]/[1.3] font-semibold whitespace-pre-wrap breakable">
        {greeting}
      </p>
      <p className="mt-3.5 mb-2.5 text-center text-[13px] text-[var(--w-dim)]">{own.today}</p>
      <p className="ms-auto rounded-2xl rounded-ee-[5px] bg-[var(--w-c)] px-3.5 py-2.5 text-[var(--w-i)]">
        {w.question}
      </p>
      <div className="mt-3 flex items-end gap-2">
        <span className="grid size-[30px] shrink-0 place-items-center rounded-full bg-[color-mix(in_srgb,currentColor_18%,transparent)] text-[13px] font-semibold">
          A
        </span>
        <p className="rounded-2xl rounded-es-[5px] bg-[var(--w-soft)] px-3.5 py-2.5">{w.answer}</p>
      </div>
    </div>
    <div className="flex items-center gap-2 border-t border-[var(--w-edge)] px-3 py-2.5 text-[var(--w-dim)]">
      <Paperclip className="size-5.5 shrink-0" strokeWidth={1.7} />
      <span className="min-w-0 flex-1 truncate text-[16px]">{own.write}</span>
      <Smile className="size-5.5 shrink-0" strokeWidth={1.7} />
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-[var(--w-c)] text-[var(--w-i)]">
        <Send className="size-4.5 rtl:-scale-x-100" strokeWidth={1.7} />
      </span>
    </div>
  </>
)

const OfflineForm = ({ own }: { own: PreviewWords }) => (
  <div className="flex flex-1 flex-col gap-3.5 p-5">
    <p className="text-[20px]/[1.3] font-semibold">{own.leave}</p>
    {[
      [own.email, 'h-11'],
      [own.message, 'h-24'],
    ].map(([label, height]) => (
      <span key={label}>
        <span className="mb-1 block font-medium">{label}</span>
        <span className={`block rounded-[10px] border border-[var(--w-edge)] ${height}`} />
      </span>
    ))}
    <span className="self-start rounded-[20px] bg-[var(--w-c)] px-5 py-2.5 font-semibold text-[var(--w-i)]">
      {own.send}
    </span>
  </div>
)
