import { Refused } from '../platform/errors.ts'
import type { Clock } from '../platform/clock.ts'
import { makeAtOnce, type Bound } from '../platform/at-once.ts'
import { makeBudget, type Budget } from './budget.ts'
import { makeDecoder, type DecoderOptions, type Dimensions, type PictureJob } from './decode.ts'
import { payerOf, type FileOwner } from './owner.ts'
import { makeTurns } from './turns.ts'

export interface PictureQueue {
  /**
   * Undefined when the picture cannot be decoded within the limits: no error, the file is then only offered for saving.
   * Throws Refused `busy` when too many pictures of this owner, of its address or of all owners are waiting.
   */
  decode(job: PictureJob, owner: FileOwner): Promise<Dimensions | undefined>
  /** Pictures that wait or are being decoded. */
  readonly waiting: number
  close(): Promise<void>
}

/**
 * How many pictures may wait: per agent or channel, and of all of them; per visitor, per address, and of all visitors.
 */
const OF_AGENTS = { owner: 60, all: 600 }
const OF_VISITORS = { owner: 20, address: 60, all: 300 }
const BUSY_FOR = 10

/**
 * The queue of pictures (T48). Two processes decode: one takes little work, the other everything else, so that a small
 * picture never waits for a large one; each has one job at a time. In both, owners take turns by the rules of
 * `turns.ts`, and an address that has used up its decoder time waits for the others.
 */
export function makePictureQueue(options: DecoderOptions): PictureQueue {
  const { clock } = options
  const decoders = [makeDecoder(options), makeDecoder(options)] as const
  const [forSmall, forLarge] = decoders
  const budget = makeBudget(clock)
  const small = makeLane(clock, budget, (job) => forSmall.decodeSmall(job))
  const large = makeLane(clock, budget, (job) => forLarge.decode(job))
  const slots = makeAtOnce()
  let waiting = 0

  return {
    async decode(job, owner) {
      const leave = slots.enter(boundsOf(owner))
      if (!leave)
        throw new Refused('busy', 'The server is processing too many pictures. Try again in a moment.', {
          retryAfter: BUSY_FOR,
        })
      waiting++
      try {
        const found = await small.decode(job, owner)
        return found === 'large' ? await large.decode(job, owner) : found
      } finally {
        waiting--
        leave()
      }
    },
    get waiting() {
      return waiting
    },
    async close() {
      small.close()
      large.close()
      for (const decoder of decoders) await decoder.close()
    },
  }
}

function boundsOf(owner: FileOwner): Bound[] {
  if (!owner.from)
    return [
      [owner.name, OF_AGENTS.owner],
      ['agents', OF_AGENTS.all],
    ]
  return [
    [owner.name, OF_VISITORS.owner],
    [payerOf(owner), OF_VISITORS.address],
    ['visitors', OF_VISITORS.all],
  ]
}

/** One decoder and its waiting jobs. */
function makeLane<A>(clock: Clock, budget: Budget, decode: (job: PictureJob) => Promise<A>) {
  interface Waiting {
    readonly job: PictureJob
    readonly payer: string
    readonly resolve: (answer: A | undefined) => void
    readonly reject: (error: unknown) => void
  }
  const turns = makeTurns<Waiting>(budget.isOver)
  let isWorking = false
  let isClosed = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let next = turns.next(); next; next = turns.next()) {
      const begun = clock.now()
      await decode(next.job).then(next.resolve, next.reject)
      budget.spend(next.payer, clock.now() - begun) // guard T48
    }
    isWorking = false
  }

  return {
    decode(job: PictureJob, owner: FileOwner): Promise<A | undefined> {
      if (isClosed) return Promise.resolve(undefined)
      return new Promise((resolve, reject) => {
        turns.add(owner, { job, payer: payerOf(owner), resolve, reject })
        void work()
      })
    },
    close(): void {
      isClosed = true
      for (const { resolve } of turns.clear()) resolve(undefined)
    },
  }
}
