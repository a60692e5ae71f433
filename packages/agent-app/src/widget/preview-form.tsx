import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import { Fragment } from 'react'
import { cx } from '../ui/cx.ts'
import type { PreviewWords } from './preview-words.ts'

const CONTACTS = ['name', 'email', 'phone'] as const
type Field = (typeof CONTACTS)[number] | 'message'
const REACH: readonly Field[] = ['email', 'phone']
type Props = {
  own: PreviewWords
  title: string
  text?: string
  fields: readonly Field[]
  needed: readonly Field[]
  /** Text shown when either e-mail or phone is required. */
  either?: string
  submit: string
  /** The text of a second button. */
  beside?: string | false
  /** The form stands within the conversation. */
  inCard?: boolean
  /** The form is disabled. */
  off?: boolean
}

/** An empty form of the window. */
export const PreviewForm = ({ own, title, text, fields, needed, either, submit, beside, inCard, off }: Props) => (
  <div className={cx('grid gap-1.5', inCard ? 'p-0.5' : 'px-5 py-4')}>
    <p className="text-[20px]/[1.3] font-bold">{title}</p>
    {text && <p className="text-[var(--w-dim)]">{text}</p>}
    {fields.map((field) => (
      <Fragment key={field}>
        {either && field === 'email' && <p className="-mb-1 text-[13px] text-[var(--w-dim)]">{either}</p>}
        <div>
          <span className="mb-[5px] block font-medium">
            {own[field]}
            {!needed.includes(field) && !(either && REACH.includes(field)) && (
              <span className="text-[12px] text-[var(--w-dim)]"> ({own.optional})</span>
            )}
          </span>
          <span
            className={cx(
              off && 'opacity-60',
              'block rounded-[10px] border border-[color-mix(in_srgb,var(--w-dim)_75%,transparent)]',
              field === 'message' ? 'h-[65px]' : 'h-[41px]',
            )}
          />
        </div>
      </Fragment>
    ))}
    {/* Where the window shows errors. */}
    <span />
    <div className="flex items-center gap-4">
      <PreviewGo off={off}>{submit}</PreviewGo>
      {beside && <span className="underline underline-offset-2">{beside}</span>}
    </div>
  </div>
)

const PreviewGo = ({ off, children }: { off: boolean | undefined; children: string }) => (
  <span
    className={cx('rounded-[20px] bg-[var(--w-c)] px-5 py-2.5 font-semibold text-[var(--w-i)]', off && 'opacity-60')}
  >
    {children}
  </span>
)

type ContactsProps = {
  own: PreviewWords
  settings: Pick<WidgetSettings, 'contacts' | 'contactsNeeded'>
  inCard?: boolean
}

/** The contact form. Before the first message it can be skipped only if no field is required. */
export const ContactsForm = ({ own, settings: { contacts, contactsNeeded }, inCard = false }: ContactsProps) => (
  <PreviewForm
    own={own}
    title={own.contacts}
    fields={CONTACTS}
    needed={contactsNeeded}
    submit={own.save}
    beside={!(contacts === 'before' && contactsNeeded.length > 0) && own.later}
    inCard={inCard}
  />
)
