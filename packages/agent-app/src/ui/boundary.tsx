import { Unplug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

/** The server no longer has the script: it was updated while this window was open. */
const isOld = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message)

/** Contains an error of one screen. `at` names the screen; a new name retries. */
export class Boundary extends Component<{ children: ReactNode; at: string }, { error: unknown; at: string }> {
  override state = { error: null as unknown, at: this.props.at }

  static getDerivedStateFromError = (error: unknown) => ({ error })

  static getDerivedStateFromProps = (props: { at: string }, state: { at: string }) =>
    props.at === state.at ? null : { at: props.at, error: null }

  override render() {
    if (this.state.error === null) return this.props.children
    const old = isOld(this.state.error)
    return (
      <div role="alert" className="flex h-full flex-1">
        <Empty
          icon={Unplug}
          title={old ? words.problem.old : words.problem.crashed}
          action={
            <Button kind="primary" onClick={() => location.reload()}>
              {words.problem.reload}
            </Button>
          }
        >
          {words.problem.crashedHelp}
        </Empty>
      </div>
    )
  }
}
