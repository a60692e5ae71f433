import { bring } from './layers.ts'
import type { Objects } from './objects.ts'

export interface Moved {
  readonly files: number
  readonly bytes: number
}

/**
 * Moves all objects from one place to another, while servers read them from both and write to the other. What is erased meanwhile
 * is in neither afterwards: erasures remove first from the place that this reads. Can be run again after it was stopped. Only one
 * may run at a time: what is gone from where it was is taken for erased.
 */
export async function moveObjects(given: {
  readonly from: Objects
  readonly to: Objects
  /** The path of a new file. */
  readonly temporary: () => string
  readonly onMoved: (moved: Moved) => void
}): Promise<Moved> {
  const { from, to, temporary, onMoved } = given
  let moved: Moved = { files: 0, bytes: 0 }
  for await (const listed of from.list())
    for (const { name, size } of listed) {
      if (!(await bring({ from, name, to, as: name, temporary }))) continue
      const still = await from.open(name)
      if (!still) {
        await to.remove(name)
        continue
      }
      await still.close()
      await from.remove(name)
      moved = { files: moved.files + 1, bytes: moved.bytes + size }
      onMoved(moved)
    }
  return moved
}
