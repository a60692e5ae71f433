import type { Contact } from '@deskbell/protocol/agent/contact'
import { EMAIL_MAX, NAME_MAX, PHONE_MAX, SENDER_ID_MAX } from '@deskbell/protocol/limits'
import CallNumbers from '../calls/call-numbers.tsx'
import { Fact, Group } from '../chat/facts.tsx'
import { full, moment, point, inList } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { useNow } from '../ui/now.ts'
import { Editable, EditedMark } from './editable.tsx'
import { useContactChange } from './use-change.ts'
import { contactWords } from './words.ts'
import { isolate } from '../words/isolate.ts'

const w = contactWords
const FIELDS = [
  { field: 'name', type: 'text', most: NAME_MAX },
  { field: 'email', type: 'email', most: EMAIL_MAX },
  { field: 'phone', type: 'tel', most: PHONE_MAX },
] as const

/** What is known of a contact, edited in its place. */
export function About({ contact }: { contact: Contact }) {
  const change = useContactChange(contact.id)
  const now = useNow()
  const { createdAt, edited, externalId, identities, noRatingMails } = contact
  // The list is sorted by `activeAt`, which is written less often than a visitor is seen.
  const activeAt = Math.max(contact.activeAt, ...identities.map(({ lastSeen }) => lastSeen))
  const isGiven = identities.length > 0 && FIELDS.some(({ field }) => contact[field] !== null && !edited[field])
  const when = (at: number) => (
    <time dateTime={new Date(at).toISOString()} title={full(at)}>
      {moment(at, now)}
    </time>
  )
  return (
    <Group
      title={w.about}
      {...(isGiven && { help: w.unverified })}
      below={<CallNumbers contact={contact.id} numbers={[contact.phone, ...identities.map(({ phone }) => phone)]} />}
    >
      {FIELDS.map(({ field, type, most }) => {
        const edit = edited[field]
        const given = edit?.given.filter((one) => one !== contact[field]) ?? []
        return (
          <Editable
            key={field}
            label={w[field]}
            type={type}
            maxLength={most}
            value={contact[field]}
            copy={field !== 'name'}
            onSave={(value) => change({ [field]: value })}
            mark={edit && <EditedMark title={w.editedBy(edit.by.name, point(edit.at, now))} />}
            below={
              given.length > 0 && <Given label={w[field]} given={given} onUse={() => change({ reset: [field] })} />
            }
          />
        )
      })}
      <Editable
        label={w.externalId}
        maxLength={SENDER_ID_MAX}
        value={externalId}
        copy
        onSave={(value) => change({ externalId: value })}
      />
      <Fact label={w.since} value="">
        {when(createdAt)}
      </Fact>
      <Fact label={w.active} value="">
        {when(activeAt)}
      </Fact>
      {noRatingMails && <Fact label={w.ratingMails} value={w.ratingMailsUnwanted} />}
    </Group>
  )
}

/** What the visitors gave instead of the edited value. */
function Given({ label, given, onUse }: { label: string; given: readonly string[]; onUse: () => Promise<unknown> }) {
  const { busy, problem, run } = useAct()
  return (
    <p className="mt-0.5 text-xs text-muted">
      {w.given} <span className="text-soft">{inList(given.map(isolate))}</span>{' '}
      <button
        type="button"
        aria-label={w.useGivenFor(label)}
        aria-disabled={busy || undefined}
        onClick={() => void run(onUse)}
        className="font-medium text-accent underline-offset-2 hover:underline"
      >
        {w.useGiven}
      </button>
      {problem && (
        <span role="alert" className="block text-bad">
          {problem.text}
        </span>
      )}
    </p>
  )
}
