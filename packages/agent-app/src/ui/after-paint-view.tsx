import { type ReactNode, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** Draws its content once the frame is drawn in which it appears itself: for parts that are not seen. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted && children
}
