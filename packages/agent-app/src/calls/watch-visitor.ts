import type { LineState, Trouble } from './line.ts'

/** How long a way to the visitor is sought, and how long a lost visitor may take to come back, ms. */
const FOUND_WITHIN = 20_000
const BACK_WITHIN = 8000

type Options = {
  /** This window can reach the server: else it is the one that is gone. */
  isLinked: () => boolean
  onGone: (why: Trouble) => void
  onState: (state: LineState['visitor']) => void
}

/** Watches whether the visitor of a call is connected, and tells when they are taken to be gone. */
export function watchVisitor({ isLinked, onGone, onState }: Options) {
  let wasThere = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (within: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (isLinked()) onGone(wasThere ? 'client_gone' : 'media_unavailable')
      else wait(within)
    }, within)
  }
  let isLost = false
  return {
    begin: () => wait(FOUND_WITHIN),
    /** The visitor's page has come anew. */
    isThere(): void {
      if (wasThere) onState('lost')
      wait(FOUND_WITHIN)
    },
    is(state: RTCPeerConnectionState): void {
      if (state === 'connected') {
        clearTimeout(timer)
        wasThere = true
        isLost = false
        onState('connected')
      } else if (wasThere && !isLost && (state === 'failed' || state === 'disconnected')) {
        isLost = true
        onState('lost')
        wait(BACK_WITHIN)
      }
    },
    stop: () => clearTimeout(timer),
  }
}
