import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { repeatable } from './load-again.ts'

/**
 * A component whose code is loaded when it is first drawn, or before by `preload`. A failed load is not remembered, as
 * React's `lazy` alone would: the next drawing after it tries again (`Boundary`).
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const loadAgain = repeatable(load)
  const make = () =>
    lazy(() =>
      loadAgain().catch((error: unknown) => {
        View = make()
        throw error
      }),
    )
  let View = make()
  const Later = (props: Props & { loading?: ReactNode }) => {
    const { loading = null, ...rest } = props
    return (
      <Suspense fallback={loading}>
        {/* `rest` is what is left of both. */}
        <View {...(rest as unknown as Props & object)} />
      </Suspense>
    )
  }
  return Object.assign(Later, { preload: () => void loadAgain().catch(() => {}) })
}
