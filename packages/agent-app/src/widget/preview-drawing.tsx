import { cx } from '../ui/cx.ts'

/** A line drawing, as in the widget's window. */
export const Drawing = ({ d, className }: { d: string; className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className={cx('size-[22px] flex-none fill-none stroke-current', className)}
    strokeWidth={1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={d} />
  </svg>
)

/** A button with a drawing; it does nothing. */
export const DrawnButton = ({ d }: { d: string }) => (
  <span className="grid size-9 flex-none place-items-center">
    <Drawing d={d} />
  </span>
)

/** A picture, or the first letter of a name, as in the window. */
export const Face = ({ name, photo, className }: { name: string; photo: string | null; className?: string }) => (
  <span
    className={cx(
      'grid flex-none place-items-center overflow-hidden rounded-full bg-[color-mix(in_srgb,currentColor_18%,transparent)] font-semibold',
      className ?? 'size-10',
    )}
  >
    {photo ? <img src={photo} alt="" className="size-full object-cover" /> : [...name][0]?.toUpperCase()}
  </span>
)
