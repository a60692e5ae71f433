/** The numbers with this one, or without it. */
export const switched = (all: readonly number[], one: number, isOn: boolean): number[] => [
  ...all.filter((each) => each !== one),
  ...(isOn ? [one] : []),
]
