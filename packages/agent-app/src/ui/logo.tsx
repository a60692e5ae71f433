export const Logo = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
    <rect width="64" height="64" rx="15" fill="#0b6e66" />
    <path d="M14 42a18 18 0 0 1 36 0z" fill="#fff" />
    <rect x="11" y="45" width="42" height="5" rx="2.5" fill="#fff" />
    <circle cx="32" cy="19.5" r="4" fill="#ffd27a" />
  </svg>
)
