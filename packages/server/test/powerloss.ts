/**
 * A power cut, as near as a test can come to one: the server is started with these arguments for node, its embedded
 * database then writes into a cache of its own process that reaches the disk only where Postgres asks for an fsync,
 * and kill -9 takes the cache with it. Until then any write may also reach the disk by itself, in any order, as the
 * kernel would write it back.
 *
 *   spawn(process.execPath, [...powerLossArgs({ chance: 0.3, seed }), 'packages/server/src/main.ts'])
 *
 * The database is opened again without them. What is not modelled: names of files are made, moved and removed at once.
 */
export interface PowerLoss {
  /** With which probability a write reaches the disk by itself. */
  chance: number
  /** What decides which. Print it, so that a failure can be repeated. */
  seed: number
  /** fsync says yes and does nothing: what the model must find to be worth anything. */
  lies?: boolean
}

export function powerLossArgs({ chance, seed, lies = false }: PowerLoss): string[] {
  const loader = new URL('./powerloss-loader.ts', import.meta.url)
  loader.search = new URLSearchParams({ chance: String(chance), seed: String(seed), lies: String(lies) }).toString()
  return ['--import', loader.href]
}
