/** Formatting of answers. */
export const formats = {
  title: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  link: 'Link',
  list: 'List',
  keys: { bold: 'Ctrl B', italic: 'Ctrl I', link: 'Ctrl Shift K', list: 'Ctrl Shift 8' },
}
