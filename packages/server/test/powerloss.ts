/**
 * Simulates a power cut. With these arguments for node, the embedded database of the server writes into a cache in its
 * process. The cache reaches the disk only when Postgres calls fsync, and kill -9 discards it. Before that, any write
 * may also reach the disk by itself, in any order, as the kernel would write it back.
 *
 *   spawn(process.execPath, [...powerLossArgs({ chance: 0.3, seed }), 'packages/server/src/main.ts'])
 *
 * Open the database again without these arguments. Not simulated: files are created, renamed and removed at once.
 */
export interface PowerLoss {
  /** The probability that a write reaches the disk by itself. */
  chance: number
  /** The seed of the choice. Print it, so that a failure can be repeated. */
  seed: number
  /** fsync reports success and does nothing: the simulation must show the loss. */
  lies?: boolean
}

export function powerLossArgs({ chance, seed, lies = false }: PowerLoss): string[] {
  const loader = new URL('./powerloss-loader.ts', import.meta.url)
  loader.search = new URLSearchParams({ chance: String(chance), seed: String(seed), lies: String(lies) }).toString()
  return ['--import', loader.href]
}
