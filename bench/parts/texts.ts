/** A text of 200 bytes that begins with `mark`. */
export function textOf(mark: string): string {
  return `${mark} `.padEnd(200, 'Where is my order? I asked on Monday. ')
}

/** A visitor's message on the channel interface (A2). */
export function customerMessage(sender: string, mark: string): object {
  return { sender: { id: sender }, message: { type: 'text', text: textOf(mark) } }
}
