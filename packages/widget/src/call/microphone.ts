import { bare } from '../screen/start.ts'

/** Why there is no microphone, by the name of its words. */
export type MicrophoneTrouble = 'refused' | 'missing' | 'taken' | 'insecure'

export interface Microphone {
  readonly stream: MediaStream | undefined
  readonly trouble: MicrophoneTrouble | undefined
}
const none = (trouble: MicrophoneTrouble): Microphone => ({ stream: undefined, trouble })

const WANTED = bare({ audio: bare({ echoCancellation: true, noiseSuppression: true, autoGainControl: true }) })

/** Asks the visitor for the microphone, where the browser has not remembered the answer. */
export async function openMicrophone(): Promise<Microphone> {
  // Absent on pages that are not secure.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) return none('insecure')
  try {
    return { stream: await devices.getUserMedia(WANTED), trouble: undefined }
  } catch (error) {
    const { name } = error as Error
    if (name === 'NotAllowedError' || name === 'SecurityError') return none('refused')
    return none(name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'taken')
  }
}

export function closeMicrophone(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) {
    track.onended = null
    track.stop()
  }
}

/** Whether the browser has remembered that the page may use it, or may not. Undefined: it asks, or does not say. */
export async function isAllowed(): Promise<boolean | undefined> {
  try {
    const { state } = await navigator.permissions.query(bare({ name: 'microphone' as PermissionName }))
    return state === 'prompt' ? undefined : state === 'granted'
  } catch {
    return undefined
  }
}
