import { FramesBody, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { Compile } from 'typebox/compile'

// Compiled with the first frame, to save memory in a server without visitors.
let frame: ReturnType<typeof makeFrame> | undefined
let frames: ReturnType<typeof makeFrames> | undefined
const makeFrame = () => Compile(VisitorFrame)
const makeFrames = () => Compile(FramesBody)

/** A valid frame; undefined for any other text. */
export function toFrame(text: string): VisitorFrame | undefined {
  try {
    const value: unknown = JSON.parse(text)
    frame ??= makeFrame()
    return frame.Check(value) ? (value as VisitorFrame) : undefined
  } catch {
    return undefined
  }
}

/** A valid body of a long-poll request; undefined for any other value. */
export function toFrames(value: unknown): FramesBody | undefined {
  frames ??= makeFrames()
  return frames.Check(value) ? (value as FramesBody) : undefined
}
