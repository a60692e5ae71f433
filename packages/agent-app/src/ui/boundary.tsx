import { Component, type ReactNode } from 'react'
import { words } from '../words/index.ts'
import { NeedsReload, ReloadFor } from './load-failure.tsx'
import { ReloadPage } from './reload-page.tsx'

/** Contains an error of one screen. `at` names the screen; a new name retries. */
export class Boundary extends Component<{ children: ReactNode; at: string }, { error: unknown; at: string }> {
  override state = { error: null as unknown, at: this.props.at }

  static getDerivedStateFromError = (error: unknown) => ({ error })

  static getDerivedStateFromProps = (props: { at: string }, state: { at: string }) =>
    props.at === state.at ? null : { at: props.at, error: null }

  override render() {
    if (this.state.error === null) return this.props.children
    const { error } = this.state
    if (error instanceof NeedsReload) return <ReloadFor why={error.why} />
    return <ReloadPage title={words.problem.crashed} />
  }
}
