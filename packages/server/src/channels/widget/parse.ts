import { FramesBody, VisitorFrame } from '@deskbell/protocol/widget/frames'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'

// Compiled with the first frame, to save memory in a server without visitors.
let frame: ReturnType<typeof makeFrame> | undefined
let frames: ReturnType<typeof makeFrames> | undefined
const makeFrame = () => Compile(VisitorFrame)
const makeFrames = () => Compile(FramesBody)

const schemas: ReadonlyMap<unknown, TSchema> = new Map(VisitorFrame.anyOf.map((one) => [one.properties.t.const, one]))

/**
 * The frame without the fields that this version does not know: while processes are replaced, pages of the next version come to this
 * one. A new version only adds.
 */
function toKnown(value: unknown): unknown {
  const schema = typeof value === 'object' && value !== null && 't' in value ? schemas.get(value.t) : undefined
  return schema ? Value.Clean(schema, value) : value
}

/** A valid frame; undefined for any other text. */
export function toFrame(text: string): VisitorFrame | undefined {
  try {
    const value: unknown = JSON.parse(text)
    frame ??= makeFrame()
    if (frame.Check(value)) return value as VisitorFrame
    const known = toKnown(value)
    return frame.Check(known) ? (known as VisitorFrame) : undefined
  } catch {
    return undefined
  }
}

/** A valid body of a long-poll request; undefined for any other value. */
export function toFrames(value: unknown): FramesBody | undefined {
  frames ??= makeFrames()
  if (frames.Check(value)) return value as FramesBody
  if (typeof value !== 'object' || value === null || !('frames' in value) || !Array.isArray(value.frames))
    return undefined
  const fields = Object.entries(value).filter(([name]) => Object.hasOwn(FramesBody.properties, name))
  const known = { ...Object.fromEntries(fields), frames: value.frames.map(toKnown) }
  return frames.Check(known) ? (known as FramesBody) : undefined
}
