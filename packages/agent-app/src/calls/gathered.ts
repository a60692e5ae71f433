/** Ways that the browser finds later than this are left out, ms. */
const FOUND_WITHIN = 1000

/** Waits until the browser has found its ways, or has sought long enough: they stand in its own description then. */
export function gathered(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      connection.removeEventListener('icegatheringstatechange', onChange)
      resolve()
    }
    const onChange = (): void => {
      if (connection.iceGatheringState === 'complete') end()
    }
    const timer = setTimeout(end, FOUND_WITHIN)
    connection.addEventListener('icegatheringstatechange', onChange)
  })
}
