import type { Visitor } from '@deskbell/protocol/agent/chat'
import { useQuery } from '@tanstack/react-query'
import { saying } from '../api/client.ts'
import { customQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { Group } from './facts.tsx'
import { LinkOrText } from './link-or-text.tsx'

const w = words.details
type Field = NonNullable<Visitor['custom']>[number]

/** The page's custom data in its order (W7): title, key, content as text. */
export function CustomGroup({ chat, tag }: { chat: number; tag: string }) {
  const { data: fields, error, isFetching, refetch } = useQuery(customQuery(chat, tag))
  // The page removed all fields.
  if (fields?.length === 0) return null
  const missing = error ? <Failed error={error} isFetching={isFetching} refetch={refetch} /> : <Loading />
  return (
    <Group title={w.custom} instead={fields ? null : missing}>
      {fields?.map((field, index) => (
        <Custom key={index} field={field} />
      ))}
    </Group>
  )
}

const Loading = () => (
  <div role="status" className="mt-2 flex flex-col gap-2">
    <span className="sr-only">{words.common.loading}</span>
    <div className="skeleton h-9" />
    <div className="skeleton h-9" />
  </div>
)

type FailedProps = { error: Error; isFetching: boolean; refetch: () => unknown }

const Failed = ({ error, isFetching, refetch }: FailedProps) => (
  <Notice className="mt-2">
    <p>
      {w.customFailed} {saying(error)}
    </p>
    <Button size="sm" busy={isFetching} className="mt-2 mb-1" onClick={() => void refetch()}>
      {words.common.retry}
    </Button>
  </Notice>
)

function Custom({ field: { title, key, content, link } }: { field: Field }) {
  const bold = key !== undefined && (
    <>
      <bdi className="font-semibold breakable">{key}:</bdi>{' '}
    </>
  )
  return (
    <div className="min-w-0">
      {title === undefined ? (
        <dt className={bold ? 'inline' : 'sr-only'}>{bold || w.custom}</dt>
      ) : (
        <dt className="text-xs text-muted">
          <bdi className="breakable">{title}</bdi>
        </dt>
      )}
      <dd className={title === undefined && bold ? 'inline min-w-0 breakable' : 'min-w-0 breakable'}>
        {title !== undefined && bold}
        {link ? (
          <LinkOrText href={link} text={content || link} />
        ) : (
          <bdi className="whitespace-pre-wrap">{content}</bdi>
        )}
      </dd>
    </div>
  )
}
