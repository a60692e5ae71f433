/** A draft that begins with a quotation, each line of which is marked, as in mails. */
export function quoted(text: string, draft: string): string {
  const lines = text.trim().split('\n')
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n${draft}`
}
