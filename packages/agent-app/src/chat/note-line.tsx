import { memo } from 'react'
import type { NoteEntry, NoteItem } from '../live/fold.ts'
import { hostOf } from '../text/host.ts'
import { clock, full } from '../text/when.ts'
import { words } from '../words/index.ts'
import { TooLate } from './too-late.tsx'

const w = words.chat
const wc = words.crm
const we = words.erase

/** Why the bot is out of the chat, as a sentence. */
function whyLeft({ bot, why, text }: NoteEntry & { type: 'bot.left' }): string {
  // Who of the two it was has been erased.
  if (why === 'repeats' && text === undefined) return w.botLeft.repeatsErased(bot.name)
  if (why === 'repeats')
    return text === 'the visitor' ? w.botLeft.repeatsCustomer(bot.name) : w.botLeft.repeats(bot.name)
  return w.botLeft[why](bot.name)
}

function answered({ name, fields, link, page }: NoteEntry & { type: 'crm.answered' }, erased: boolean): string {
  if (erased) return wc.answered(name)
  if (fields.length > 0) return wc.answeredFields(name, fields.length)
  return link === undefined && page === undefined ? wc.answeredNothing(name) : wc.answered(name)
}

type SaidProps = { entry: Exclude<NoteEntry, { type: 'bot.refused' }>; erased: boolean; me: number }

function Said({ entry, erased, me }: SaidProps) {
  switch (entry.type) {
    case 'agent.joined':
      return entry.agent.id === me ? w.joinedYou : <bdi>{w.joined(entry.agent.name)}</bdi>
    case 'agent.left':
      return entry.agent.id === me ? w.leftYou : <bdi>{w.leftChat(entry.agent.name)}</bdi>
    case 'agent.invited':
      return <bdi>{w.agentInvited(entry.bot.name)}</bdi>
    case 'agent.unavailable':
      return <bdi>{w.agentUnavailable[entry.why](entry.bot.name)}</bdi>
    case 'bot.joined':
      return <bdi>{w.botJoined(entry.bot.name)}</bdi>
    case 'bot.skipped':
      return <Reason text={entry.text}>{w.botSkipped(entry.bot.name)}</Reason>
    case 'bot.left':
      return <Reason {...(entry.why === 'repeats' ? {} : { text: entry.text })}>{whyLeft(entry)}</Reason>
    case 'chat.closed':
      return <bdi>{w.closed(entry.agent?.name ?? null)}</bdi>
    case 'chat.erased':
      if (!entry.agent) return we.over
      return entry.agent.id === me ? we.byYou : <bdi>{we.by(entry.agent.name)}</bdi>
    case 'department.chosen':
      return (
        <>
          {w.departmentChosen} <bdi className="text-soft">{entry.department.name}</bdi>
        </>
      )
    case 'chat.rated':
      return <Reason text={entry.text}>{w.rated[entry.rating]}</Reason>
    case 'visitor.invited':
      return erased ? (
        w.invitedErased
      ) : (
        <>
          {w.invited} <bdi className="text-soft">“{entry.text}”</bdi>
        </>
      )
    case 'visitor.blocked':
      return entry.agent.id === me ? w.blockedYou : <bdi>{w.blocked(entry.agent.name)}</bdi>
    case 'visitor.unblocked':
      return entry.agent.id === me ? w.unblockedYou : <bdi>{w.unblocked(entry.agent.name)}</bdi>
    case 'crm.answered':
      return <Reason text={entry.late && wc.noteLate}>{answered(entry, erased)}</Reason>
    case 'crm.assigned': {
      if (erased) return <bdi>{wc.assignedErased(entry.agent.name)}</bdi>
      const host = hostOf(entry.link) ?? entry.link
      return entry.agent.id === me ? (
        <bdi>{wc.assignedYou(host)}</bdi>
      ) : (
        <bdi>{wc.assigned(entry.agent.name, host)}</bdi>
      )
    }
    case 'visitor.changed': {
      const fields = (['name', 'phone', 'email', 'description'] as const).filter((field) => entry[field] !== undefined)
      if (fields.length === 0) return w.changedErased
      return (
        <>
          {entry.by === 'crm' ? wc.changed : w.changed}{' '}
          {fields.map((field, index) => (
            <span key={field}>
              {index > 0 && ', '}
              {w.changedFields[field]}: <bdi className="text-soft">{entry[field]}</bdi>
            </span>
          ))}
        </>
      )
    }
  }
}

/** What happened, and behind it the reason in the words of whoever gave it. */
const Reason = ({ children, text }: { children: string; text?: string | undefined }) => (
  <>
    <bdi>{children}</bdi>
    {text && (
      <>
        {' '}
        <bdi className="text-soft">({text})</bdi>
      </>
    )}
  </>
)

/** Something that happened between the messages. */
export const NoteLine = memo(function NoteLine({ item, me }: { item: NoteItem; me: number }) {
  const { entry, erased = false } = item
  if (entry.type === 'bot.refused') return <TooLate entry={entry} erased={erased} />
  return (
    <p
      data-n={entry.n}
      title={full(entry.at)}
      className="px-8 py-2 text-center text-xs text-muted text-balance breakable"
    >
      <Said entry={entry} erased={erased} me={me} />{' '}
      <time dateTime={new Date(entry.at).toISOString()}>· {clock(entry.at)}</time>
    </p>
  )
})
