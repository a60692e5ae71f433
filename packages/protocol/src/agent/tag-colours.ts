/** Colours of tags, by name: each application chooses shades that can be read on its background. */
export const TAG_COLOURS = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type TagColour = (typeof TAG_COLOURS)[number]
