// Loaded before node:test in a process that runs test files.
//
// node:test follows every promise, timer and socket from the test that made it, to know the test when one of them throws after all
// have gone on. That costs a seventh of the processor time of a run. It needs the way from a suite to the tests in it, and no more:
// each test and each suite is an AsyncResource, and is told of here when it is made. An error that nobody catches is then of no
// test; the process that runs the file tells it as a failure of the file.
import hooks, { type AsyncResourceOptions, type HookCallbacks } from 'node:async_hooks'

const { AsyncResource, createHook } = hooks
const told: NonNullable<HookCallbacks['init']>[] = []

hooks.AsyncResource = class extends AsyncResource {
  constructor(type: string, options?: number | AsyncResourceOptions) {
    super(type, options)
    for (const init of told) init(this.asyncId(), type, 0, this)
  }
}
hooks.createHook = (callbacks: HookCallbacks) => {
  const { init } = callbacks
  if (init?.toString().includes('testResources') !== true) return createHook(callbacks)
  return {
    enable() {
      told.push(init)
      return this
    },
    disable() {
      told.splice(told.indexOf(init), 1)
      return this
    },
  }
}
