/**
 * Appends a path segment to a user-supplied address (A21, B2): one slash between, the query kept after the path.
 * `https://h/p?x=1` and `ID` make `https://h/p/ID?x=1`. Does not check the address; the guard does.
 */
export function joinUrl(given: string, part: string): string {
  const [address = ''] = given.trim().split('#')
  const mark = address.indexOf('?')
  let path = mark < 0 ? address : address.slice(0, mark)
  while (path.endsWith('/')) path = path.slice(0, -1)
  return `${path}/${encodeURIComponent(part)}${mark < 0 ? '' : address.slice(mark)}`
}
