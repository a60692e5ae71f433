import type { Visitor } from '@deskbell/protocol/agent/chat'
import { EMAIL_MAX, NAME_MAX, PHONE_MAX } from '@deskbell/protocol/limits'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Editable, EditedMark } from '../contacts/editable.tsx'
import { useContactChange } from '../contacts/use-change.ts'
import { contactWords } from '../contacts/words.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'
import { Group } from './facts.tsx'

const CallNumbers = later(() => import('../calls/call-numbers.tsx'))

const FIELDS = [
  { field: 'name', type: 'text', most: NAME_MAX },
  { field: 'email', type: 'email', most: EMAIL_MAX },
  { field: 'phone', type: 'tel', most: PHONE_MAX },
] as const
type Field = (typeof FIELDS)[number]['field']

type Props = { visitor: Visitor; contact: number; children?: ReactNode }

/** Name, e-mail and phone of a chat's visitor, edited in their place, and further facts. Unknown ones are added by a button. */
export function PersonFields({ visitor, contact, children }: Props) {
  const change = useContactChange(contact)
  const [adding, setAdding] = useState<Field | null>(null)
  const missing = FIELDS.filter(({ field }) => !visitor[field] && field !== adding)
  return (
    <Group
      title={words.details.contact}
      below={
        <>
          <CallNumbers contact={contact} visitor={Number(visitor.number)} numbers={[visitor.phone]} />
          {missing.length > 0 && (
            <p className="-ms-2 mt-1.5 flex flex-wrap gap-x-1">
              {missing.map(({ field }) => (
                <Button key={field} size="sm" kind="quiet" className="px-2" onClick={() => setAdding(field)}>
                  <Plus aria-hidden="true" className="size-3.5" />
                  {contactWords.add(words.details[field])}
                </Button>
              ))}
            </p>
          )}
        </>
      }
    >
      {FIELDS.map(
        ({ field, type, most }) =>
          (visitor[field] || field === adding) && (
            <Editable
              key={field}
              label={words.details[field]}
              type={type}
              maxLength={most}
              value={visitor[field] || null}
              copy={field !== 'name'}
              startsEditing={field === adding}
              onEnd={() => setAdding(null)}
              onSave={(value) => change({ [field]: value })}
              mark={<Source visitor={visitor} field={field} />}
            />
          ),
      )}
      {children}
    </Group>
  )
}

/** Who gave a value, where it was not the visitor. */
function Source({ visitor: { byCrm, edited }, field }: { visitor: Visitor; field: Field }) {
  if (edited?.includes(field)) return <EditedMark />
  return byCrm?.includes(field) ? <span className="block text-xs text-accent">{words.crm.fromServer}</span> : null
}
