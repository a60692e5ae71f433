import { closeMicrophone, type MicrophoneTrouble, openMicrophone } from './microphone.ts'

/** The microphone while a call or its check uses it. `onReplaced`: it was unplugged, and another one may have its place. */
export function holdMicrophone(onReplaced: () => void) {
  /** Grows with each request, so that a late one is closed. */
  let asked = 0
  let isOn = true
  const held = {
    stream: undefined as MediaStream | undefined,
    trouble: undefined as MicrophoneTrouble | undefined,
    /** False: it was asked for anew, or closed, in the meantime. */
    async open(): Promise<boolean> {
      held.close()
      const own = asked
      const { stream, trouble } = await openMicrophone()
      if (own !== asked) {
        closeMicrophone(stream)
        return false
      }
      held.stream = stream
      held.trouble = trouble
      for (const track of stream?.getTracks() ?? []) track.onended = () => void replace()
      held.enable(isOn)
      return true
    },
    close(): void {
      asked++
      closeMicrophone(held.stream)
      held.stream = undefined
    },
    enable(on: boolean): void {
      isOn = on
      for (const track of held.stream?.getTracks() ?? []) track.enabled = on
    },
  }
  async function replace(): Promise<void> {
    if (await held.open()) onReplaced()
  }
  return held
}
