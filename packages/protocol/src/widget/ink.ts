/** White if it is legible on a colour, otherwise black (WCAG 2: a contrast of 4.5). */
export function inkOn(colour: string): '#fff' | '#000' {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return 1.05 / (light + 0.05) >= 4.5 ? '#fff' : '#000'
}
