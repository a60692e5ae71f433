// The parts of a screen, for branches that still import them from here.
export { Page } from './page.tsx'
export { Section } from './section.tsx'
export { LoadProblem } from './states.tsx'
