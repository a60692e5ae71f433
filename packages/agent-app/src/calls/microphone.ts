const KEPT = 'deskbell:microphone'

/** Why there is no microphone: the agent or the browser refuses it, none is there, or the page came by plain http. */
export type MicrophoneFault = 'refused' | 'missing' | 'insecure'

export class NoMicrophone extends Error {
  readonly fault: MicrophoneFault
  constructor(fault: MicrophoneFault) {
    super(fault)
    this.fault = fault
  }
}

/** The microphone that the agent chose in this browser; empty: the one of the browser. */
export function keptMicrophone(): string {
  try {
    return localStorage.getItem(KEPT) ?? ''
  } catch {
    return ''
  }
}

export function keepMicrophone(device: string): void {
  try {
    localStorage.setItem(KEPT, device)
  } catch {
    // Without storage the browser's own one is used.
  }
}

/** Opens the microphone; the browser may ask the agent. Throws NoMicrophone. */
export async function openMicrophone(): Promise<MediaStream> {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new NoMicrophone('insecure')
  const device = keptMicrophone()
  try {
    return await devices.getUserMedia({
      audio: {
        ...(device !== '' && { deviceId: { ideal: device } }),
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
      },
    })
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
    throw new NoMicrophone(isRefused ? 'refused' : 'missing')
  }
}

/** Whether the browser says without asking that it refuses. */
export async function isRefused(): Promise<boolean> {
  if (!(navigator.mediaDevices as MediaDevices | undefined)) return true
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' as PermissionName })
    return state === 'denied'
  } catch {
    return false
  }
}

export const stopMicrophone = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** The microphones of this machine. The browser names them once the page may use one. */
export async function listMicrophones(): Promise<readonly { id: string; name: string }[]> {
  const all = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
  return all
    .filter(({ kind, label, deviceId }) => kind === 'audioinput' && label !== '' && deviceId !== 'default')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
}
