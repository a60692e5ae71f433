import type { LineState, Trouble } from './line.ts'

/** How long a way to the server's media engine is sought after the telephone has answered, ms. */
const FOUND_WITHIN = 20_000

type Options = {
  /** This window can reach the server: else it is the one that is gone. */
  isLinked: () => boolean
  onGone: (why: Trouble) => void
  onState: (state: LineState['visitor']) => void
}

/**
 * Watches the way to the telephone of a client, which may ring for long before it answers. The server hears when the telephone
 * hangs up, so a way that is lost later is sought for as long as the call goes on.
 */
export function watchTelephone({ isLinked, onGone, onState }: Options) {
  let wasThere = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (isLinked()) onGone('media_unavailable')
      else wait()
    }, FOUND_WITHIN)
  }
  return {
    /** The telephone has answered. */
    begin(): void {
      if (!wasThere) wait()
    },
    is(state: RTCPeerConnectionState): void {
      if (state === 'connected') {
        clearTimeout(timer)
        wasThere = true
        onState('connected')
      } else if (wasThere && (state === 'failed' || state === 'disconnected')) onState('lost')
    },
    stop: () => clearTimeout(timer),
  }
}
