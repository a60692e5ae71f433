import { fork } from 'node:child_process'

/** The jobs of a child process, by name. Arguments and results are plain data. */
export type Jobs = Record<string, (given: never) => Promise<unknown>>

export interface Child<J extends Jobs> {
  call<N extends keyof J & string>(name: N, given: Parameters<J[N]>[0]): Promise<Awaited<ReturnType<J[N]>>>
  stop(): Promise<void>
}

type Said = { result: unknown } | { error: string }

/** Starts `file`, which calls `serve`, as a child process. One job at a time. */
export function startChild<J extends Jobs>(file: URL): Child<J> {
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    call: (name, given) =>
      new Promise((resolve, reject) => {
        const gone = () => reject(new Error(`the process of ${file.pathname} ended`))
        child.once('exit', gone)
        child.once('message', (said: Said) => {
          child.off('exit', gone)
          if ('error' in said) reject(new Error(said.error))
          else resolve(said.result as never)
        })
        child.send({ name, given })
      }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** In the child: runs the requested jobs. The child exits with its parent. */
export function serve(jobs: Jobs): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', ({ name, given }: { name: string; given: never }) => {
    const job = jobs[name]
    const done = job ? job(given) : Promise.reject(new Error(`no job is called ${name}`))
    done.then(
      (result) => process.send?.({ result } satisfies Said),
      (error: unknown) =>
        process.send?.({
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        } satisfies Said),
    )
  })
}
