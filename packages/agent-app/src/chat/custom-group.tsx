import type { Visitor } from '@deskbell/protocol/agent/chat'
import { words } from '../words/index.ts'
import { Group } from './facts.tsx'
import { LinkOrText } from './link-or-text.tsx'

const w = words.details
type Field = NonNullable<Visitor['custom']>[number]

/** What the page says of the visitor, in its order (W7): the title above, the key before a colon, the content as text. */
export const CustomGroup = ({ fields }: { fields: readonly Field[] }) => (
  <Group title={w.custom} note={w.fromCustomer}>
    {fields.map((field, index) => (
      <Custom key={index} field={field} />
    ))}
  </Group>
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
