import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { Clock, Server } from 'lucide-react'
import { useId } from 'react'
import { full, moment } from '../text/when.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import type { CrmAnswer } from './crm-answers.ts'
import { CrmLink } from './crm-link.tsx'
import { FACT } from './facts.tsx'
import { ServerLink } from './server-link.tsx'

const w = words.crm
type Field = CrmAnswer['fields'][number]
type Props = { chat: ChatForMe; answer: CrmAnswer; assigned: boolean }

/** One server's card: its link and its fields in order (C11, C13, C14, C25). Text only. */
export function CrmCard({ chat, answer, assigned }: Props) {
  const id = useId()
  const now = useNow()
  const { name, at, late, link, assignable, fields, page } = answer
  return (
    <section aria-labelledby={id} className="animate-appear border-b border-line bg-tint/50 px-4 py-3">
      <h2 id={id} className="text-sm font-semibold">
        <bdi className="breakable">{name}</bdi>
      </h2>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
        <Server aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
        <span className="font-medium text-accent">{w.fromServer}</span>
        <span aria-hidden="true">·</span>
        <time dateTime={new Date(at).toISOString()} title={full(at)}>
          {moment(at, now)}
        </time>
        {late && (
          <span className="inline-flex items-center gap-1 font-medium text-warm">
            <Clock aria-hidden="true" className="size-3 shrink-0" />
            {w.late}
          </span>
        )}
      </p>
      {link !== undefined && <CrmLink chat={chat} link={link} assignable={assignable} assigned={assigned} />}
      {(fields.length > 0 || page) && (
        <dl className="mt-3 flex flex-col gap-1.5 text-sm">
          {fields.map((field, index) => (
            <CrmField key={index} field={field} />
          ))}
          {page && (
            <div className={FACT}>
              <dt className="text-muted">{w.page}</dt>
              <dd className="min-w-0 breakable">
                <ServerLink href={page.url} text={page.title || page.url} />
              </dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}

/** Title, key in bold, content with an optional link. */
function CrmField({ field: { title, key, content, link } }: { field: Field }) {
  const bold = key !== undefined && (
    <>
      <bdi className="font-semibold breakable">{key}:</bdi>{' '}
    </>
  )
  const value = link ? (
    <ServerLink href={link} text={content || link} />
  ) : (
    <bdi className="whitespace-pre-wrap">{content}</bdi>
  )
  if (title !== undefined)
    return (
      <div className={FACT}>
        <dt className="text-muted">
          <bdi className="breakable">{title}</bdi>
        </dt>
        <dd className="min-w-0 breakable">
          {bold}
          {value}
        </dd>
      </div>
    )
  return (
    <div className="min-w-0">
      <dt className={bold ? 'inline' : 'sr-only'}>{bold || w.field}</dt>
      <dd className={bold ? 'inline min-w-0 breakable' : 'min-w-0 breakable'}>{value}</dd>
    </div>
  )
}
