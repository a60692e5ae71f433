import { useQuery } from '@tanstack/react-query'
import { agentsQuery } from '../api/queries.ts'
import { Rich } from '../text/rich.tsx'
import { toNotePieces } from './mentions.ts'

/** The text of a note, its mentions in bold. */
export function NoteText({ text, mentions }: { text: string; mentions: readonly number[] }) {
  const agents = useQuery({ ...agentsQuery, enabled: mentions.length > 0 }).data ?? []
  const pieces = toNotePieces(
    text,
    agents.filter(({ id }) => mentions.includes(id)),
  )
  return (
    <div dir="auto" className="whitespace-pre-wrap">
      {pieces.map((piece, index) =>
        piece.agents ? (
          <span key={index} className="font-semibold text-warm">
            {piece.text}
          </span>
        ) : (
          <Rich key={index} text={piece.text} />
        ),
      )}
    </div>
  )
}
