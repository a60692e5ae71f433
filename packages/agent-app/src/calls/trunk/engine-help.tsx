import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { CodeLine } from '../../ui/code-line.tsx'
import { telephoneWords } from '../telephone-words.ts'

const w = telephoneWords.engine
const COMMAND = 'apt install rtpengine-daemon'

/** Why rtpengine does not run, and what to do. `bare`: its state is beside it. */
export function EngineHelp({ engine: { state, why }, bare = false }: Pick<TrunkStatus, 'engine'> & { bare?: boolean }) {
  if (state === 'missing')
    return (
      <>
        <p className="mb-1.5">
          {!bare && (
            <span className="font-medium">
              {w.name}: {w.missing}.
            </span>
          )}{' '}
          {w.missingHelp}
        </p>
        <CodeLine text={COMMAND} label={w.copy} />
        <p className="mt-1.5 text-muted">{w.missingThen}</p>
      </>
    )
  return (
    <>
      <p>
        {!bare && (
          <span className="font-medium">
            {w.name}: {w.failed}.
          </span>
        )}{' '}
        {w.failedHelp}
      </p>
      {why !== null && (
        <p className="mt-1.5 text-muted">
          {telephoneWords.said}:{' '}
          <bdi dir="ltr" className="font-mono text-xs breakable">
            {why}
          </bdi>
        </p>
      )}
    </>
  )
}
