import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { repeatable } from './load-again.ts'
import { afterOpening } from './opening.ts'

/**
 * A component whose code is loaded when it is first drawn, or before by `preload`. A failed load is not remembered, as
 * React's `lazy` alone would: the next drawing after it tries again (`Boundary`).
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | null = null
  const repeated = repeatable(() =>
    load().then((module) => {
      loaded = module.default
      return module
    }),
  )
  const loadAgain = () => afterOpening(repeated)
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
    // `rest` is what is left of both.
    const own = rest as unknown as Props & object
    // React shows `loading` for a moment, and for 300 ms after another one, even when the code is there.
    const [Loaded] = useState(() => loaded)
    if (Loaded) return <Loaded {...own} />
    return (
      <Suspense fallback={loading}>
        <View {...own} />
      </Suspense>
    )
  }
  return Object.assign(Later, { preload: () => void loadAgain().catch(() => {}) })
}
