import { words } from '../words/index.ts'

/** The licence of the bundled location data requires this link on every screen that shows it. */
export const PlaceFrom = () => (
  <a
    href="https://db-ip.com"
    target="_blank"
    rel="noopener noreferrer"
    className="text-xs text-muted underline underline-offset-2"
  >
    {words.details.placeFrom}
  </a>
)
