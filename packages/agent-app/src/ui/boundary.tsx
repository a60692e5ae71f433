import { Component, type ReactNode } from 'react'
import { words } from '../words/index.ts'
import { isLoadFailure, LoadFailure } from './load-failure.tsx'
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
    if (isLoadFailure(error)) return <LoadFailure error={error} onRetry={() => this.setState({ error: null })} />
    return <ReloadPage title={words.problem.crashed} />
  }
}
