import type { Contact } from '@deskbell/protocol/agent/contact'
import { useState } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { LIST } from '../ui/list.ts'
import { ContactRow } from './contact-row.tsx'
import MergeDialog from './merge-dialog.tsx'
import { Part } from './part.tsx'
import { contactWords } from './words.ts'
import { whoIs } from './who.ts'

const w = contactWords

/** Other contacts with the same e-mail address or phone number. */
export function Like({ contact }: { contact: Contact }) {
  const mayManage = useCell(useSession().live.me).role !== 'agent'
  const [merging, setMerging] = useState<number | null>(null)
  const { like } = contact
  return (
    <>
      {like.length > 0 && (
        <Part title={w.like} help={w.likeHelp}>
          <ul aria-label={w.like} className={LIST}>
            {like.map((one) => (
              <ContactRow
                key={one.id}
                contact={one}
                action={
                  mayManage && (
                    <Button size="sm" aria-label={w.mergeWith(whoIs(one))} onClick={() => setMerging(one.id)}>
                      {w.mergeAction}
                    </Button>
                  )
                }
              />
            ))}
          </ul>
        </Part>
      )}
      {merging !== null && (
        <MergeDialog
          key={merging}
          contact={contact}
          other={merging}
          open
          onOpenChange={(open) => !open && setMerging(null)}
        />
      )}
    </>
  )
}
