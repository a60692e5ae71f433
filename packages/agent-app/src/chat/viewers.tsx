import { AgentFace } from '../team/agent-face.tsx'
import { words } from '../words/index.ts'
import { sayWriter, type Colleagues } from './colleagues.ts'

const FACES = 3

/** The other agents who have the chat open now: their faces, and their names where there is room. */
export function Viewers({ of: { viewing, writer } }: { of: Colleagues }) {
  if (viewing.length === 0) return null
  const names = viewing.map(({ name }) => name)
  const said = writer ? sayWriter(writer) : words.looking.viewing(names)
  const first = viewing.toSorted((a, b) => Number(b.id === writer?.id) - Number(a.id === writer?.id))
  return (
    <div
      data-testid="viewers"
      title={words.looking.viewing(names)}
      className="flex min-w-0 shrink-0 animate-appear items-center gap-1.5 rounded-full bg-well p-0.5 max-sm:sr-only lg:max-w-64 lg:pe-2.5"
    >
      <span className="flex shrink-0">
        {first.slice(0, FACES).map(({ id, name }) => (
          <span key={id} className="-ms-1.5 inline-flex rounded-full ring-2 ring-well first:ms-0">
            <AgentFace agent={{ id, name }} />
          </span>
        ))}
      </span>
      {viewing.length > FACES && (
        <span aria-hidden="true" className="pe-1 text-2xs text-soft lg:pe-0">
          +{viewing.length - FACES}
        </span>
      )}
      <bdi dir={words.dir} className="min-w-0 truncate text-xs text-soft max-lg:sr-only">
        {said}
      </bdi>
    </div>
  )
}
