import { FramesBody, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { Compile } from 'typebox/compile'

// Made with the first frame: an idle desk needs no memory for them.
let frame: ReturnType<typeof makeFrame> | undefined
let frames: ReturnType<typeof makeFrames> | undefined
const makeFrame = () => Compile(VisitorFrame)
const makeFrames = () => Compile(FramesBody)

/** A frame that keeps to its schema. */
export function toFrame(text: string): VisitorFrame | undefined {
  try {
    const value: unknown = JSON.parse(text)
    frame ??= makeFrame()
    return frame.Check(value) ? (value as VisitorFrame) : undefined
  } catch {
    return undefined
  }
}

/** The body of a page that has no socket. */
export function toFrames(value: unknown): FramesBody | undefined {
  frames ??= makeFrames()
  return frames.Check(value) ? (value as FramesBody) : undefined
}
